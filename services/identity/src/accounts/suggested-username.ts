import { randomInt } from 'node:crypto';
import { limits, NewUsername } from '@hearsay/contracts';
import type pg from 'pg';
import { usernameClaim } from './account.decider.js';
import type { ReservedUsernames } from './usernames.js';

const smallest = 2;
const largestSmall = 9;
const others = 8;

/** Small numbers first, then random ones, so that a popular name still has a free neighbour. */
const numbers = (): number[] => [
  ...Array.from({ length: largestSmall - smallest + 1 }, (_, index) => smallest + index),
  ...Array.from({ length: others }, () => randomInt(10, 10_000)),
];

/** Names like `username` that a registration would accept if they are free. */
const namesLike = (username: string, reserved: ReservedUsernames): string[] => {
  const separator = /\p{Nd}$/u.test(username) ? '_' : '';
  return numbers().flatMap((number) => {
    const ending = `${separator}${number}`;
    let beginning = [...username.normalize('NFKC').trim()];
    while (beginning.join('').length + ending.length > limits.username.max) beginning = beginning.slice(0, -1);
    const name = NewUsername.safeParse(`${beginning.join('').trimEnd()}${ending}`);
    return name.success && !reserved.has(name.data) ? [name.data] : [];
  });
};

/** Claims are permanent, so they also know the names of erased accounts. Null if each name is taken. */
export const suggestedUsername = async (
  pool: pg.Pool,
  reserved: ReservedUsernames,
  username: string,
): Promise<string | null> => {
  const names = namesLike(username, reserved);
  const { rows } = await pool.query<{ key: string }>({
    name: 'taken-names',
    text: 'select key from claims where key = any($1)',
    values: [names.map(usernameClaim)],
  });
  const taken = new Set(rows.map(({ key }) => key));
  return names.find((name) => !taken.has(usernameClaim(name))) ?? null;
};
