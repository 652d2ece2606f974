import type { CallOptions } from '../client.ts';
import { Client } from '../client.ts';

export interface Ask extends CallOptions {
  readonly method?: string;
  readonly path: string;
  readonly as: Client;
}

/** A line that a rule of input draws, with what lies just inside of it and just outside. */
export interface Line<Value = unknown> {
  readonly what: string;
  readonly ask: (value: Value) => Ask | Promise<Ask>;
  readonly inside: readonly Value[];
  readonly outside: readonly Value[];
  /** What is answered inside; without it 200 or 201. */
  readonly accepted?: string;
  /** What is answered outside. */
  readonly refused?: string;
  /** The field that a refusal names; null where it names none. */
  readonly field: string | null;
}

export interface LinesScene {
  readonly url: string;
  readonly asker: Client;
  readonly other: Client;
  /** May set a link. */
  readonly spotlight: Client;
}

export const x = (length: number) => 'x'.repeat(length);
type Sides<Value> = Pick<Line<Value>, 'inside' | 'outside'>;
export const line = <Value>(
  what: string,
  field: string | null,
  ask: Line<Value>['ask'],
  sides: Sides<Value>,
  expected: Pick<Line, 'accepted' | 'refused'> = {},
): Line => ({ what, field, ask, ...sides, ...expected }) as Line;
export const sides = <Value>(inside: readonly Value[], outside: readonly Value[]): Sides<Value> => ({
  inside,
  outside,
});
/** The rule of a body of which one field is tried. */
export const fieldOf =
  (field: string, post: (body: object) => Ask | Promise<Ask>) =>
  (value: unknown): Ask | Promise<Ask> =>
    post({ [field]: value });
/** As long as the counter of a form says it is, where an emoji is two characters. */
const emojis = (length: number) => '😀'.repeat(length / 2);
/** Texts that must be there: trimmed, from one character to a greatest length, and to be seen. */
export const required = (most: number) => ({
  inside: ['x', x(most), `  ${x(most)}\n`, emojis(most)],
  outside: ['', ' \n\t', '\u200b', x(most + 1), emojis(most + 2), null, 7],
});
/** Texts that may be there. */
export const optional = (most: number) => ({
  inside: ['', '  ', null, x(most), ` ${x(most)} `, emojis(most)],
  outside: [x(most + 1), emojis(most + 2), 7],
});

/** A browser of nobody, at the same address. */
export const newClient = (like: Client): Client => new Client(like.url);
