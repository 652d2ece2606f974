import type { CallOptions } from '../client.ts';
import { Client } from '../client.ts';

export interface Ask extends CallOptions {
  readonly method?: string;
  readonly path: string;
  readonly as: Client;
}

/** A limit of an input rule, with values just inside and just outside. */
export interface Line<Value = unknown> {
  readonly what: string;
  readonly ask: (value: Value) => Ask | Promise<Ask>;
  readonly inside: readonly Value[];
  readonly outside: readonly Value[];
  /** The answer inside, by default 200 or 201. */
  readonly accepted?: string;
  readonly refused?: string;
  readonly field: string | null;
}

export interface LinesScene {
  readonly url: string;
  readonly asker: Client;
  readonly other: Client;
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
export const fieldOf =
  (field: string, post: (body: object) => Ask | Promise<Ask>) =>
  (value: unknown): Ask | Promise<Ask> =>
    post({ [field]: value });
/** The length counts UTF-16 units, as a form's counter does. */
const emojis = (length: number) => '😀'.repeat(length / 2);
export const required = (most: number) => ({
  inside: ['x', x(most), `  ${x(most)}\n`, emojis(most)],
  outside: ['', ' \n\t', '\u200b', x(most + 1), emojis(most + 2), null, 7],
});
export const optional = (most: number) => ({
  inside: ['', '  ', null, x(most), ` ${x(most)} `, emojis(most)],
  outside: [x(most + 1), emojis(most + 2), 7],
});

export const newClient = (like: Client): Client => new Client(like.url);
