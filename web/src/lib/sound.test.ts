import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte";
import { play } from "./sound";

const made = vi.fn();
beforeEach(() => {
  made.mockClear();
  const part = () => ({
    connect: (next: unknown) => next,
    start: vi.fn(),
    stop: vi.fn(),
    frequency: {},
    gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      sampleRate = 100;
      destination = {};
      createOscillator = () => (made(), part());
      createBufferSource = () => (made(), part());
      createBiquadFilter = part;
      createGain = part;
      createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it("is silent until it is wished for and the page has been touched", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  settings.set({ sound: false });
  play("card");
  settings.set({ sound: true });
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  play("card");
  expect(made).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  play("card");
  play("gold");
  expect(made).toHaveBeenCalled();
});
