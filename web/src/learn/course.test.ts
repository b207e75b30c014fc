import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Board } from "../lib/game";
import type { TutorialTold } from "../lib/wire";
import { Course } from "./course.svelte";

const view = (name: string) => ({ name, to_act: [0] }) as never;
const board = {
  component: () => ({}),
  beats: (_: unknown, frame: { view: unknown }) => [{ view: frame.view, events: [], ms: 0 }],
  tell: () => "",
  words: (action: string) => action.toUpperCase(),
  noise: () => null,
} as unknown as Board;
const step = (action: string) => ({ seat: 0, action, events: [], view: view(`after ${action}`) });
const told = {
  course: "first",
  title: "First steps",
  players: 3,
  seat: 0,
  lessons: [
    { say: "Read this", said: "", any: false, expect: [], refused: {}, steps: [], view: view("one") },
    {
      say: "Play",
      said: "Well done",
      any: false,
      expect: ["play a"],
      refused: { "play b": "X1" },
      steps: [step("play a")],
      view: view("two"),
    },
    {
      say: "Play anything",
      said: "",
      any: true,
      expect: [],
      refused: {},
      steps: [step("play c")],
      view: view("three"),
    },
  ],
} as unknown as TutorialTold;
let course: Course;
const shown = () => (course.stage?.view as unknown as { name: string }).name;
/** Until what happens on the board has been seen. */
const still = () => vi.waitFor(() => expect(course.stage?.still).toBe(true));

beforeEach(() => {
  course = new Course();
  course.put(told, { X1: "Not that one" }, board);
});

it("begins with the first lesson and names everyone", () => {
  expect([course.words, shown(), course.asks]).toEqual(["Read this", "one", false]);
  expect(course.names).toEqual(["Newcomer", "Teo", "Ilse"]); // "You plays" would be wrong
});

it("goes from lesson to lesson, saying what each came to", async () => {
  course.readOn();
  course.seen();
  expect([course.number, course.asks, course.words]).toEqual([1, true, "Play"]);
  course.act("play a");
  expect(course.phase).toBe("watch");
  await still();
  course.seen();
  expect([course.phase, course.words, shown()]).toEqual(["said", "Well done", "after play a"]);
  course.readOn();
  course.act("play z");
  await still();
  expect(shown()).toBe("three"); // chosen freely: what the lesson would show does not happen
  course.seen();
  expect([course.phase, course.words]).toEqual(["done", "That was the tutorial. You know enough to play."]);
});

it("is over with its last words, and not a click later", async () => {
  course.put({ ...told, course: "second", lessons: told.lessons.slice(0, 2) }, {}, board);
  expect(course.over).toBe(false);
  course.begin(1);
  expect(course.over).toBe(false);
  course.act("play a");
  await still();
  course.seen();
  expect([course.words, course.over]).toEqual(["Well done", true]);
  course.put({ ...told, course: "third", lessons: told.lessons.slice(0, 1) }, {}, board);
  expect([course.words, course.over]).toEqual(["Read this", true]);
});

describe("a wrong move", () => {
  beforeEach(() => course.begin(1));

  it("that the rules allow is answered with what to try", () => {
    course.act("play x");
    expect(course.nudge?.text).toBe("The rules would allow that. But here, try this: PLAY A.");
    expect(course.phase).toBe("do");
  });

  it("that a rule forbids is answered with the rule", () => {
    course.why("play b");
    expect(course.nudge).toEqual({ text: "Not that one", law: "X1" });
    course.why("play d");
    expect(course.nudge).toEqual({ text: "Not now: do what the coach asks.", law: "" });
  });

  it("is no move at all where there is only something to read", () => {
    course.begin(0);
    course.why("play b", "X1");
    expect(course.nudge).toEqual({ text: "Nothing to do yet: read on.", law: "" });
  });
});

it("goes back to the lesson before, or to the beginning of one in which something was done", () => {
  course.begin(1);
  course.act("play a");
  course.back();
  expect([course.number, course.phase]).toEqual([1, "do"]);
  course.back();
  expect(course.number).toBe(0);
  course.back();
  expect(course.number).toBe(0);
});

it("stays where it is when it is told in another language", () => {
  course.begin(1);
  course.put({ ...told, title: "Erste Schritte" }, {}, board);
  expect([course.number, course.told?.title]).toEqual([1, "Erste Schritte"]);
});
