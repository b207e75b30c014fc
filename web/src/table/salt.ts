/** This browser's part of the shuffle: 16 random bytes as hex, which the server must mix in. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
