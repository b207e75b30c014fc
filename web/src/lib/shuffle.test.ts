import { describe, expect, it } from "vitest";
import { sha256, Stream } from "./shuffle";

describe("the shuffle of docs/shuffle.md", () => {
  it("hashes as everybody does, over several blocks and in UTF-8", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("a".repeat(200))).toBe("c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5");
    expect(sha256("salz: ключ")).toBe("233afc9a3d797e5b82b777cce3b2e5f54e32cc7670405368db1c7f4dcb986a68");
  });

  it("draws and shuffles as the server does", () => {
    const stream = new Stream("seed", 2);
    expect([3, 4, 1000, 4_000_000_000].map((bound) => stream.below(bound))).toEqual([2, 2, 450, 684046225]);
    expect(stream.shuffled("abcdefghij".split("")).join("")).toBe("gdhiejfbac");
    expect(new Stream("7/0", 0).below(3)).toBe(0);
  });
});
