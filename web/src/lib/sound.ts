/** Small sounds, made on the spot; only when the person has switched them on. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

interface Note {
  hz: number;
  at?: number;
  ms: number;
  gain?: number;
  wave?: OscillatorType;
}

const SOUNDS = {
  card: [
    { hz: 320, ms: 45, gain: 0.1, wave: "triangle" },
    { hz: 180, at: 20, ms: 50, gain: 0.08, wave: "triangle" },
  ],
  turn: [
    { hz: 660, ms: 90, gain: 0.08 },
    { hz: 880, at: 90, ms: 130, gain: 0.08 },
  ],
  trick: [
    { hz: 440, ms: 80, gain: 0.08 },
    { hz: 550, at: 70, ms: 110, gain: 0.08 },
  ],
  gold: [
    { hz: 1046, ms: 90, gain: 0.06 },
    { hz: 1318, at: 70, ms: 90, gain: 0.06 },
    { hz: 1568, at: 140, ms: 180, gain: 0.06 },
  ],
  no: [{ hz: 160, ms: 140, gain: 0.1, wave: "sawtooth" }],
  end: [
    { hz: 523, ms: 140, gain: 0.08 },
    { hz: 659, at: 130, ms: 140, gain: 0.08 },
    { hz: 784, at: 260, ms: 320, gain: 0.08 },
  ],
} as const satisfies Record<string, readonly Note[]>;

export type SoundName = keyof typeof SOUNDS;

export function play(name: SoundName): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const note of SOUNDS[name] as readonly Note[]) {
    const start = now + (note.at ?? 0) / 1000;
    const end = start + note.ms / 1000;
    const tone = context.createOscillator();
    const loud = context.createGain();
    tone.type = note.wave ?? "sine";
    tone.frequency.value = note.hz;
    loud.gain.setValueAtTime(note.gain ?? 0.08, start);
    loud.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(loud).connect(context.destination);
    tone.start(start);
    tone.stop(end);
  }
}
