import { randomInt } from 'node:crypto';
import { limits, NewUsername } from '@hearsay/contracts';
import type pg from 'pg';
import { usernameClaim } from './account.decider.js';
import type { ReservedUsernames } from './usernames.js';

const minNumber = 2;
const maxSmallNumber = 9;
const randomNumberCount = 8;

/** First small numbers, then random numbers, because of a popular name all variants with small numbers are taken. */
const candidateNumbers = (): number[] => [
  ...Array.from({ length: maxSmallNumber - minNumber + 1 }, (_, index) => minNumber + index),
  ...Array.from({ length: randomNumberCount }, () => randomInt(10, 10_000)),
];

/** Variants of `username` that a registration accepts unless they are taken. */
const candidateNames = (username: string, reserved: ReservedUsernames): string[] => {
  const separator = /\p{Nd}$/u.test(username) ? '_' : '';
  return candidateNumbers().flatMap((number) => {
    const ending = `${separator}${number}`;
    let beginning = [...username.normalize('NFKC').trim()];
    while (beginning.join('').length + ending.length > limits.username.max) beginning = beginning.slice(0, -1);
    const name = NewUsername.safeParse(`${beginning.join('').trimEnd()}${ending}`);
    return name.success && !reserved.isReserved(name.data) ? [name.data] : [];
  });
};

/**
 * A variant of the name that nobody has claimed. Claims also include names of erased accounts. Null if all variants are
 * claimed.
 */
export const suggestUsername = async (
  pool: pg.Pool,
  reserved: ReservedUsernames,
  username: string,
): Promise<string | null> => {
  const names = candidateNames(username, reserved);
  const { rows } = await pool.query<{ key: string }>({
    name: 'taken-names',
    text: 'select key from claims where key = any($1)',
    values: [names.map(usernameClaim)],
  });
  const taken = new Set(rows.map(({ key }) => key));
  return names.find((name) => !taken.has(usernameClaim(name))) ?? null;
};
