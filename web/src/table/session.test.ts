import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchBoard, GAMES } from "../games";
import type { Config, Hint, Snapshot } from "../lib/wire";
import { TableSession } from "./session.svelte";

/** The server's end of the socket that was opened last. */
class Socket {
  static readonly [Symbol.toStringTag] = "WebSocket";
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static last: Socket;
  readyState = Socket.OPEN;
  onopen = () => {};
  onmessage: (message: { data: string }) => void = () => {};
  sent: { t: string; d: { cid: string } & Record<string, unknown> }[] = [];

  constructor() {
    Socket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Socket["sent"][number]);
  }

  close(): void {
    this.readyState = 3;
  }

  tell(frame: object): void {
    this.onmessage({ data: JSON.stringify({ v: 1, ...frame }) });
  }

  /** Answer the last question. */
  async answer(t: string, inside: object): Promise<void> {
    this.tell({ t, d: { cid: this.sent.at(-1)!.d.cid, ...inside } });
    await settled();
  }
}

/** Until what follows from an answer is done, however many promises that takes. */
const settled = () => new Promise<void>((done) => setTimeout(done));
const config: Config = { game: GAMES[0].name, players: 3, edition: "de" };
const snapshot: Snapshot = {
  status: "playing",
  config,
  host: "1",
  seats: [{ name: "Ada" }, { name: "Ben" }, { name: "Cyd", stand_in: "casual" }],
  commitment: "c",
  you: 0,
  talk: { manner: "free", law: null, phrases: [] },
};
let session: TableSession;

function sit(turn = {}): void {
  session = new TableSession("abc");
  Socket.last.onopen();
  Socket.last.tell({ t: "snapshot", seq: 1, d: { ...snapshot, turn } });
}
const happens = (seq: number, events: object[], more = {}) =>
  Socket.last.tell({ t: "events", seq, d: { events, ...more } });

// A board is made from its sources when it is first wanted, which takes as long as the machine is busy.
beforeAll(() => fetchBoard(config.game), 60_000);
beforeEach(() => void vi.stubGlobal("WebSocket", Socket));
afterEach(() => {
  session.close();
  vi.unstubAllGlobals();
});

describe("whose turn it is", () => {
  it("is told by name, and by itself when it is one's own", () => {
    sit({ to_act: [1] });
    expect(session.status).toBe("Ben is to play");
    Socket.last.tell({ t: "turn", d: { to_act: [1, 2] } });
    expect(session.status).toBe("Waiting for Ben and Cyd");
    Socket.last.tell({ t: "turn", d: { to_act: [0], decision: "7" } });
    expect([session.status, session.yourTurn]).toEqual(["Your turn", true]);
    Socket.last.tell({ t: "turn", d: { to_act: [0], decision: "7", chosen: "bid B3" } });
    expect([session.status, session.yourTurn]).toEqual(["Your choice lies face down.", false]);
  });
});

describe("what happens at the table", () => {
  it("is told once, and not where a bot still plays for who came back", () => {
    sit();
    happens(2, [
      { e: "away", seat: 1 },
      { e: "here", seat: 2 },
      { e: "here", seat: 1 },
    ]);
    expect(session.lines).toEqual(["Ben is away.", "Ben is back."]);
  });

  it("waits until its cards have names", async () => {
    const board = await fetchBoard(config.game);
    let named = () => {};
    const prepare = vi.fn((view: unknown) => (view ? new Promise<void>((done) => (named = done)) : Promise.resolve()));
    board.prepare = prepare;
    try {
      sit();
      const view = { game: config.game } as never;
      Socket.last.tell({
        t: "events",
        seq: 2,
        d: { events: [{ e: "said", name: "Ben", id: "2", text: "Hello" }], view },
      });
      Socket.last.tell({ t: "events", seq: 3, d: { events: [], view } });
      await vi.waitFor(() => expect(prepare).toHaveBeenCalledWith(expect.anything()));
      expect(session.said.length).toBe(1); // talk waits for nothing
      expect(session.stage?.view ?? null).toBe(null);
      Socket.last.tell({ t: "turn", d: { to_act: [0], decision: "9" } });
      expect(session.yourTurn).toBe(false);
      named();
      await vi.waitFor(() => expect(session.stage?.view).toEqual(view));
      await vi.waitFor(() => expect(session.turn.decision).toBe("9")); // asked meanwhile, and not forgotten
    } finally {
      delete board.prepare;
    }
  });

  it("counts what was said while nobody listened", () => {
    sit();
    const said = { e: "said", name: "Ben", id: "2", text: "Hello" };
    happens(2, [said, said]);
    expect([session.said.length, session.unread]).toEqual([2, 2]);
    session.toggleTalk();
    happens(3, [said]);
    expect([session.said.length, session.unread]).toEqual([3, 0]);
  });

  it("is told again after a reload, with what was taken back", async () => {
    session = new TableSession("abc");
    Socket.last.onopen();
    expect(Socket.last.sent[0]!.d["past"]).toBe(true);
    const past = [
      { e: "said", name: "Ben", id: "2", text: "Hello" },
      { e: "away", seat: 1 },
      { e: "undone", seat: 1 },
    ];
    Socket.last.tell({ t: "snapshot", seq: 9, d: { ...snapshot, past } });
    await vi.waitFor(() => expect(session.lines).toEqual(["Ben is away.", "Ben takes the last move back."]));
    expect([session.said.map(({ text }) => text), session.unread]).toEqual([["Hello"], 0]);
    // The snapshot that follows a takeback tells all of it once.
    Socket.last.tell({ t: "snapshot", seq: 12, d: { ...snapshot, past: [...past, { e: "undone", seat: 2 }] } });
    await vi.waitFor(() => expect(session.lines.at(-1)).toBe("Cyd takes the last move back."));
    expect([session.lines.length, session.said.length]).toEqual([3, 1]);
  });

  it("may change how one may talk", () => {
    sit();
    happens(2, [], { talk: { manner: "phrases", law: "A11.1", phrases: ["hello"] } });
    expect(session.snapshot?.talk.manner).toBe("phrases");
    happens(3, []);
    expect(session.snapshot?.talk.manner).toBe("phrases");
  });
});

describe("a hint", () => {
  const hint: Omit<Hint, "cid"> = {
    decision: "7",
    level: "expert",
    candidates: [{ action: "play B7" }, { action: "play S2" }],
  };

  it("is for one question and goes with it", async () => {
    sit({ decision: "7" });
    void session.askHint();
    await Socket.last.answer("hint", hint);
    expect(session.hinted).toEqual(["play B7"]);
    Socket.last.tell({ t: "turn", d: { decision: "8" } });
    expect([session.advice, session.hinted]).toEqual([null, []]);
  });

  it("says why there is none", async () => {
    sit({ decision: "7" });
    void session.askHint();
    await Socket.last.answer("rejected", { code: "no_hints_when_rated" });
    expect([session.advice, session.remark]).toEqual([null, "There are no hints at rated tables."]);
  });
});

describe("a refused choice", () => {
  it("keeps the rule that the server named", async () => {
    sit({ decision: "7" });
    void session.act("play B7");
    await Socket.last.answer("rejected", { code: "illegal", law: "A5.4" });
    expect(session.refusal).toEqual({ game: config.game, edition: "de", law: "A5.4", code: "illegal" });
  });

  it("that the table has overtaken is told in a line, and covers nothing", async () => {
    sit({ decision: "7" });
    void session.act("play B7");
    await Socket.last.answer("rejected", { code: "stale_decision" });
    expect([session.refusal, session.remark]).toEqual([null, "That question was answered already."]);
    Socket.last.tell({ t: "turn", d: { decision: "8" } });
    expect(session.remark).toBe("");
  });

  it("is not spoken of any more when the match is over", async () => {
    sit({ decision: "7" });
    void session.act("play B7");
    await Socket.last.answer("rejected", { code: "not_your_turn" });
    expect(session.remark).toBe("It is not your turn.");
    happens(2, [{ e: "finished", outcome: { winners: [1], scores: [1, 2, 0], sides: [[0], [1], [2]] } }]);
    expect(session.remark).toBe("");
  });

  it("asks the server for the rule only where the view did not tell it", async () => {
    sit();
    const before = Socket.last.sent.length;
    await session.why("play B7", "A5.4");
    expect([session.refusal?.law, Socket.last.sent.length]).toEqual(["A5.4", before]);
    session.refusal = null;
    void session.why("play B7");
    await Socket.last.answer("because", { law: "A5.1" });
    expect(session.refusal).toMatchObject({ law: "A5.1" });
  });

  it("is not sent twice while the answer is awaited", () => {
    sit({ decision: "7" });
    void session.act("play B7");
    void session.act("play B7");
    expect(Socket.last.sent.filter(({ t }) => t === "act")).toHaveLength(1);
  });

  it("is not sent between the answer that a move is stored and what the move did", async () => {
    sit({ decision: "7" });
    void session.act("play B7");
    const { cid } = Socket.last.sent.at(-1)!.d;
    Socket.last.tell({ t: "ok", seq: 3, d: { cid } });
    await settled();
    void session.act("play S2");
    happens(2, []);
    void session.act("play S2");
    expect([Socket.last.sent.filter(({ t }) => t === "act").length, session.link.busy]).toEqual([1, true]);
    happens(3, []);
    expect(session.link.busy).toBe(false);
  });
});

describe("what is done from now on", () => {
  const sent = () =>
    Socket.last.sent.filter(({ t }) => t !== "hello").map(({ t, d: { cid: _, ...inside } }) => [t, inside]);
  const order = (...actions: string[]) => ["order", { actions }];

  it("is said to the server first, and then done", async () => {
    sit({ decision: "7", may_order: ["keep"] });
    void session.order("keep");
    void session.order("keep"); // a second click while the answer is awaited
    expect(sent()).toEqual([order("keep")]);
    await Socket.last.answer("ok", {});
    expect(sent()).toEqual([order("keep"), ["act", { decision: "7", action: "keep" }]]);
  });

  it("comes before what was said already", async () => {
    sit({ decision: "7", orders: ["take gem", "take oil"] });
    void session.order("take oil");
    await Socket.last.answer("rejected", { code: "not_in_advance" });
    expect(sent()).toEqual([order("take oil", "take gem")]); // refused: nothing is done
    expect(session.refusal?.code).toBe("not_in_advance");
  });

  it("says nothing where the server has done it already", async () => {
    sit({ decision: "7", may_order: ["keep"] });
    void session.order("keep");
    await Socket.last.answer("ok", {});
    await Socket.last.answer("rejected", { code: "too_late" });
    expect([session.refusal, session.link.busy]).toEqual([null, false]);
  });

  it("does not answer another question that was put meanwhile", async () => {
    sit({ decision: "7", may_order: ["keep"] });
    void session.order("keep");
    const { cid } = Socket.last.sent.at(-1)!.d;
    Socket.last.tell({ t: "turn", d: { decision: "8", orders: ["keep"] } });
    Socket.last.tell({ t: "ok", d: { cid } });
    await settled();
    expect(sent().filter(([kind]) => kind === "act")).toEqual([]);
  });
});
