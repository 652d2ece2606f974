import { chanceOf } from './chance.ts';

export type SoundKind = 'waves' | 'rain' | 'night' | 'train' | 'bells' | 'music-box';

/** Samples a second: enough for crickets, and quickly made. */
export const sampleRate = 11_025;
const headBytes = 44;
const fadeSeconds = 1.5;
/** Of full scale, the loudest moment. */
const peak = 0.8;

type Chance = () => number;
type Samples = Float32Array<ArrayBuffer>;

const noise = (chance: Chance): number => chance() * 2 - 1;

/** A tone that is struck and dies away, added from `at` (seconds) on: a resonator of two poles, `decay` = seconds to a thousandth. */
const strike = (into: Samples, at: number, tone: { hertz: number; loudness: number; decay: number }): void => {
  const from = Math.floor(at * sampleRate);
  const length = Math.min(into.length - from, Math.ceil(tone.decay * sampleRate));
  const radius = 0.001 ** (1 / (tone.decay * sampleRate));
  const angle = (2 * Math.PI * tone.hertz) / sampleRate;
  const turn = 2 * radius * Math.cos(angle);
  let before = 0;
  let now = tone.loudness * Math.sin(angle);
  for (let index = 0; index < length; index += 1) {
    into[from + index]! += now;
    const next = turn * now - radius * radius * before;
    before = now;
    now = next;
  }
};

/** Loudness of noise through a filter of one pole; `softness` from 0 (white) up to 1 (a rumble). */
const filtered = (chance: Chance, softness: number): (() => number) => {
  let last = 0;
  const gain = Math.sqrt(1 - softness * softness);
  return () => {
    last = softness * last + gain * noise(chance);
    return last;
  };
};

/** Notes of a pentatonic scale above `base` (hertz), by steps. */
const pentatonic = (base: number, step: number): number => {
  const semitones = [0, 2, 4, 7, 9];
  return base * 2 ** (Math.floor(step / 5) + semitones[((step % 5) + 5) % 5]! / 12);
};

const makers: Readonly<Record<SoundKind, (into: Samples, chance: Chance) => void>> = {
  waves: (into, chance) => {
    const sea = filtered(chance, 0.93);
    const foam = filtered(chance, 0.3);
    for (let index = 0; index < into.length; index += 1) {
      const time = index / sampleRate;
      const swell = (0.5 + 0.5 * Math.sin((2 * Math.PI * time) / 8.7)) ** 2;
      into[index] = sea() * (0.25 + swell) + foam() * 0.25 * swell ** 3;
    }
  },
  rain: (into, chance) => {
    const shower = filtered(chance, 0.55);
    for (let index = 0; index < into.length; index += 1) into[index] = shower() * 0.22;
    const seconds = into.length / sampleRate;
    for (let at = 0; at < seconds - 0.1; at += 0.004 + chance() * 0.05)
      strike(into, at, {
        hertz: 900 + chance() * 3200,
        loudness: 0.05 + chance() ** 3 * 0.5,
        decay: 0.02 + chance() * 0.05,
      });
  },
  night: (into, chance) => {
    const hum = filtered(chance, 0.995);
    for (let index = 0; index < into.length; index += 1)
      into[index] = hum() * 0.05 + 0.02 * Math.sin((2 * Math.PI * 50 * index) / sampleRate);
    const seconds = into.length / sampleRate;
    for (const [hertz, every, loudness] of [
      [4300, 1.1, 0.5],
      [3700, 1.37, 0.25],
    ] as const)
      for (let at = chance(); at < seconds - 0.5; at += every * (0.9 + chance() * 0.2))
        for (let chirp = 0; chirp < 4; chirp += 1) strike(into, at + chirp * 0.055, { hertz, loudness, decay: 0.045 });
  },
  train: (into, chance) => {
    const rumble = filtered(chance, 0.985);
    const air = filtered(chance, 0.6);
    const seconds = into.length / sampleRate;
    const nearness = (time: number) => Math.exp(-(((time - seconds * 0.55) / (seconds * 0.25)) ** 2));
    for (let index = 0; index < into.length; index += 1) {
      const near = nearness(index / sampleRate);
      into[index] = rumble() * (0.05 + near) + air() * 0.12 * near;
    }
    for (let at = 0.5; at < seconds - 0.5; at += 0.72)
      for (const later of [0, 0.13])
        strike(into, at + later, { hertz: 180 + chance() * 40, loudness: 1.2 * nearness(at), decay: 0.12 });
  },
  bells: (into, chance) => {
    const seconds = into.length / sampleRate;
    for (let at = 0.3; at < seconds - 2; at += 1.4 + chance() * 2.2) {
      const base = pentatonic(220, Math.floor(chance() * 9));
      // Hum, prime, tierce, quint and nominal of a church bell.
      for (const [part, loudness] of [
        [0.5, 0.3],
        [1, 0.5],
        [1.2, 0.35],
        [1.5, 0.2],
        [2, 0.4],
      ] as const)
        strike(into, at, { hertz: base * part, loudness, decay: 5 / part });
    }
  },
  'music-box': (into, chance) => {
    const seconds = into.length / sampleRate;
    let step = 5;
    for (let at = 0.4; at < seconds - 1.5; at += chance() < 0.2 ? 0.66 : 0.33) {
      step = Math.min(12, Math.max(0, step + Math.round(chance() * 4 - 2)));
      strike(into, at, { hertz: pentatonic(392, step), loudness: 0.5, decay: 1.6 });
      strike(into, at, { hertz: pentatonic(392, step) * 3.93, loudness: 0.12, decay: 0.5 });
    }
  },
};

const wave = (samples: Samples): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(headBytes + samples.length * 2);
  const view = new DataView(file.buffer);
  file.set(new TextEncoder().encode('RIFF'), 0);
  view.setUint32(4, file.length - 8, true);
  file.set(new TextEncoder().encode('WAVEfmt '), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  file.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, samples.length * 2, true);
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  const fade = fadeSeconds * sampleRate;
  for (let index = 0; index < samples.length; index += 1) {
    const edge = Math.min(1, index / fade, (samples.length - 1 - index) / fade);
    view.setInt16(headBytes + index * 2, Math.round(((samples[index]! * edge) / loudest) * peak * 32_767), true);
  }
  return file;
};

/** A sound as a WAVE file (RIFF, PCM, mono, 16 bits), made from nothing but `seed`: the same seed gives the same bytes. */
export const soundOf = (kind: SoundKind, seconds: number, seed: string): Uint8Array<ArrayBuffer> => {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  makers[kind](samples, chanceOf(seed));
  return wave(samples);
};
