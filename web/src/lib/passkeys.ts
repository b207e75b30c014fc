/** Passkeys, as browsers have them: the server's options in, the key's answer out, both as JSON. */

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

type Json = Record<string, unknown>;

export async function makePasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return answerOf(await navigator.credentials.create({ publicKey }));
}

export async function usePasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return answerOf(await navigator.credentials.get({ publicKey }));
}

function answerOf(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("no passkey was given", "NotAllowedError");
  return credential.toJSON() as unknown as Json;
}
