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
/** Colours of unlit meter segments. They need as little contrast as hairlines. */
const TRACKS: readonly [string, readonly string[]][] = [['unlit-on-amber', ['amber-tint']]];

describe.each(['dark', 'light'])('the colours of the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const pairs = (list: typeof TEXT) => list.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));
  const between = (front: string, back: string) =>
    contrast(rgb(tokens[front] ?? '#000000'), rgb(tokens[back] ?? '#000000'));

  it.each(pairs(TEXT))('the text colour %s is readable on %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(pairs(PARTS))('the colour %s of a control can be told from %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(3),
  );
  it.each(pairs(TRACKS))('the colour %s of an unlit segment is visible on %s', (front, back) =>
    expect(between(front, back)).toBeGreaterThanOrEqual(1.5),
  );
});
