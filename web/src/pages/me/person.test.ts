import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "../../lib/settings.svelte";
import { Person } from "./person.svelte";

/** What the server gives to each call; a number is the status of a refusal. */
let server: Record<string, unknown>;
const asked: string[] = [];

function answer(path: string, { method = "GET" }: { method?: string } = {}): Promise<Response> {
  const call = `${method} ${path}`;
  asked.push(call);
  const given = server[call];
  if (typeof given === "number")
    return Promise.resolve(new Response(JSON.stringify({ code: "wrong_login" }), { status: given }));
  return Promise.resolve(new Response(given === undefined ? "{}" : JSON.stringify(given)));
}

beforeEach(() => {
  asked.length = 0;
  server = {
    "GET /api/session": { me: { id: "7", name: "Ada", kind: "account" } },
    "GET /api/people/7": { ratings: [] },
    "GET /api/relations": { relations: [], hidden: [] },
    "GET /api/passkeys": { passkeys: [{ id: "k", label: "Phone" }] },
    "GET /api/tokens": { tokens: [] },
  };
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(() => vi.unstubAllGlobals());

it("knows nobody where the server knows nobody", async () => {
  server["GET /api/session"] = { me: null };
  const person = new Person();
  expect(await person.look()).toBe(true);
  expect([person.me, person.wrong, asked]).toEqual([null, "", ["GET /api/session"]]);
});

it("asks only an account for its keys and bots", async () => {
  const person = new Person();
  await person.look();
  expect([person.isAccount, person.passkeys.length]).toEqual([true, 1]);
  asked.length = 0;
  server["GET /api/session"] = { me: { id: "7", name: "Ada", kind: "guest" } };
  await person.look();
  expect(asked).toEqual(["GET /api/session", "GET /api/people/7", "GET /api/relations"]);
});

it("has a code mailed where the house sends mail, and says what that may come to", async () => {
  server["GET /api/session"] = { me: null, mail: true };
  server["POST /api/recover/mail"] = {};
  const person = new Person();
  expect(person.mail).toBe(false);
  expect(await person.mailCode("Ada")).toBe(true);
  expect([person.mail, person.done.includes("half an hour")]).toEqual([true, true]);
});

it("keeps the name of who signs in for the next table", async () => {
  server["POST /api/login"] = { id: "7", name: "Ada", kind: "account" };
  const person = new Person();
  expect(await person.signIn("Ada", "secret")).toBe(true);
  expect([settings.name, person.me?.name]).toEqual(["Ada", "Ada"]);
});

it("says what is wrong in words, and is ready again", async () => {
  server["POST /api/login"] = 403;
  const person = new Person();
  expect(await person.signIn("Ada", "guess")).toBe(false);
  expect([person.wrong, person.busy]).toEqual(["Name and password do not match.", false]);
});

it("does one thing after the other, and loses none", async () => {
  server["POST /api/me/profile"] = {};
  const person = new Person();
  const done = await Promise.all([person.look(), person.changeProfile({ avatar: "fox/blue" }), person.rename("Eva")]);
  const writes = asked.filter((one) => one.startsWith("POST"));
  expect([done, writes]).toEqual([
    [true, true, true],
    ["POST /api/me/profile", "POST /api/me/name"],
  ]);
  expect(asked.indexOf("POST /api/me/profile")).toBeGreaterThan(asked.indexOf("GET /api/me/recovery"));
});

it("shows a new look at once, and the old one again where it is refused", async () => {
  const person = new Person();
  await person.look();
  server["POST /api/me/profile"] = 403;
  const saved = person.changeProfile({ avatar: "fox/blue" });
  expect(person.avatar).toBe("fox/blue");
  expect([await saved, person.avatar]).toEqual([false, ""]);
});

it("keeps a colour that is picked while an emblem is saved", async () => {
  const person = new Person();
  await person.look();
  server["POST /api/me/profile"] = {};
  const emblem = person.changeProfile({ avatar: "fox" });
  const both = person.changeProfile({ avatar: "fox/blue" });
  await emblem; // the server's answer knows no more than the first
  expect(person.avatar).toBe("fox/blue");
  server["GET /api/session"] = { me: { id: "7", name: "Ada", kind: "account", avatar: "fox/blue" } };
  expect([await both, person.avatar]).toEqual([true, "fox/blue"]);
});

it("does what was wanted after something that failed", async () => {
  server["POST /api/me/name"] = 403;
  const person = new Person();
  const [first, second] = await Promise.all([person.rename("Eva"), person.look()]);
  expect([first, second, person.me?.name, person.busy]).toEqual([false, true, "Ada", false]);
});

it("forgets who has left, and says so", async () => {
  const person = new Person();
  await person.look();
  server["GET /api/session"] = { me: null };
  await person.delete("Ada", "secret");
  expect([person.me, person.profile, person.done]).toEqual([null, null, "You are forgotten here."]);
});

it("waits with a new way in until one has said again who one is", async () => {
  const person = new Person();
  let proven = false;
  const usual = answer;
  vi.stubGlobal(
    "fetch",
    vi.fn((path: string, options: { method?: string } = {}) => {
      const call = `${options.method ?? "GET"} ${path}`;
      if (call === "POST /api/me/proof") proven = true;
      if (call === "POST /api/tokens" && !proven)
        return Promise.resolve(new Response(JSON.stringify({ code: "prove_yourself" }), { status: 403 }));
      if (call === "POST /api/tokens") return Promise.resolve(new Response(JSON.stringify({ token: "karat_x" })));
      return usual(path, options);
    }),
  );
  expect(await person.makeToken("goose")).toBe(false);
  expect([person.wrong, person.waiting === null, person.fresh]).toEqual(["", false, null]);
  expect(await person.prove("four geese in a row")).toBe(true);
  expect([person.waiting, person.fresh?.token]).toEqual([null, "karat_x"]);
});
