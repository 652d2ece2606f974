import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { contrast, rgb } from '../../../test/contrast.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokensOf = (theme: string): Readonly<Record<string, string>> => {
  const block = new RegExp(`\\[data-theme=["']${theme}["']\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, value]) => [name, value]),
  );
};

const TEXT: readonly [string, readonly string[]][] = [
  ['text', ['ink', 'surface', 'raised', 'air-tint', 'amber-tint', 'whisper-tint']],
  ['soft', ['ink', 'surface', 'raised', 'amber-tint']],
  ['faint', ['ink', 'surface', 'raised']],
  ['air', ['ink', 'surface', 'air-tint']],
  ['air-ink', ['air']],
  ['amber', ['ink', 'surface', 'raised', 'amber-tint']],
  ['whisper', ['ink', 'surface']],
  ['ink', ['text']],
];
const PARTS: readonly [string, readonly string[]][] = [
  ['amber-lit', ['ink', 'surface']],
  ['air', ['raised']],
  ['whisper', ['raised']],
  ['amber', ['unlit-on-amber']],
  ['air', ['unlit-on-amber']],
];
/** Unlit parts of meters. They may be as faint as hairlines. */
const TRACKS: readonly [string, readonly string[]][] = [['unlit-on-amber', ['amber-tint']]];

describe.each(['dark', 'light'])('the colours in %s', (theme) => {
  const tokens = tokensOf(theme);
  const pairs = (list: typeof TEXT) => list.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));
  const between = (front: string, back: string) =>
    contrast(rgb(tokens[front] ?? '#000000'), rgb(tokens[back] ?? '#000000'));

  it.each(pairs(TEXT))('make %s readable on %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(pairs(PARTS))('distinguish %s from %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(3),
  );
  it.each(pairs(TRACKS))('let %s be seen on %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(1.5),
  );
});
