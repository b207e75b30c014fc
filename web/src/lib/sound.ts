/** Small sounds, made on the spot; only when the person has switched them on, and never before they have touched the page.

A card is paper: a breath of noise. Gold rings with the uneven partials of a small bell; all else is a plucked string. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
let breath: AudioBuffer | null = null;

interface Note {
  /** The pitch, or the middle of what a noise lets through. */
  hz: number;
  at?: number;
  ms: number;
  gain?: number;
  kind?: "paper" | "bell" | "string";
}

/** Pitches of the partials and how loud they are. */
const PARTIALS = {
  bell: [
    [1, 1],
    [2.76, 0.5],
    [5.4, 0.22],
  ],
  string: [
    [1, 1],
    [2, 0.32],
    [3, 0.12],
  ],
} as const;

const SOUNDS = {
  card: [
    { hz: 2600, ms: 70, gain: 0.16, kind: "paper" },
    { hz: 240, at: 45, ms: 45, gain: 0.05 },
  ],
  deal: [0, 60, 120, 180, 240].map((at) => ({ hz: 3000, at, ms: 50, gain: 0.1, kind: "paper" as const })),
  turn: [
    { hz: 587, ms: 160, gain: 0.06 },
    { hz: 880, at: 110, ms: 260, gain: 0.06 },
  ],
  trick: [
    { hz: 1800, ms: 120, gain: 0.14, kind: "paper" },
    { hz: 1500, at: 70, ms: 140, gain: 0.1, kind: "paper" },
  ],
  gold: [
    { hz: 1568, ms: 420, gain: 0.05, kind: "bell" },
    { hz: 2093, at: 90, ms: 520, gain: 0.04, kind: "bell" },
  ],
  no: [
    { hz: 175, ms: 120, gain: 0.09 },
    { hz: 147, at: 90, ms: 160, gain: 0.09 },
  ],
  end: [
    { hz: 523, ms: 300, gain: 0.06 },
    { hz: 659, at: 130, ms: 300, gain: 0.06 },
    { hz: 784, at: 260, ms: 340, gain: 0.06 },
    { hz: 1568, at: 420, ms: 900, gain: 0.05, kind: "bell" },
  ],
  lost: [
    { hz: 440, ms: 340, gain: 0.06 },
    { hz: 349, at: 220, ms: 380, gain: 0.06 },
    { hz: 294, at: 460, ms: 700, gain: 0.06 },
  ],
} as const satisfies Record<string, readonly Note[]>;

export type SoundName = keyof typeof SOUNDS;

export function play(name: SoundName): void {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const note of SOUNDS[name] as readonly Note[]) sound(context, note);
}

function sound(into: AudioContext, { hz, at = 0, ms, gain = 0.06, kind = "string" }: Note): void {
  const start = into.currentTime + at / 1000;
  const end = start + ms / 1000;
  if (kind === "paper") {
    const source = into.createBufferSource();
    source.buffer = breath ??= noise(into);
    const band = into.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = hz;
    source
      .connect(band)
      .connect(fading(into, gain, start, end))
      .connect(into.destination);
    source.start(start);
    source.stop(end);
    return;
  }
  for (const [times, share] of PARTIALS[kind]) {
    const tone = into.createOscillator();
    tone.frequency.value = hz * times;
    // The higher a partial, the sooner it is gone.
    tone.connect(fading(into, gain * share, start, start + (end - start) / Math.sqrt(times))).connect(into.destination);
    tone.start(start);
    tone.stop(end);
  }
}

function fading(into: AudioContext, gain: number, start: number, end: number): GainNode {
  const loud = into.createGain();
  loud.gain.setValueAtTime(0.0001, start);
  loud.gain.exponentialRampToValueAtTime(gain, start + 0.006);
  loud.gain.exponentialRampToValueAtTime(0.0001, end);
  return loud;
}

/** A quarter of a second of white noise. */
function noise(into: AudioContext): AudioBuffer {
  const made = into.createBuffer(1, into.sampleRate / 4, into.sampleRate);
  const data = made.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = Math.random() * 2 - 1;
  return made;
}
