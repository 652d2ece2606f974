import * as z from 'zod/mini';
import { readStoredJson, writeStored } from './storage.ts';

const Numbers = z.record(z.string(), z.catch(z.number(), 0));

/** Stores one number per id in this browser, for the `most` ids that changed last. */
export function storedNumbers(key: string, most: number) {
  const load = () => readStoredJson(key, Numbers) ?? {};
  return {
    get: (id: string): number | null => load()[id] || null,
    /** Null forgets the id. */
    set: (id: string, number: number | null): void => {
      const { [id]: _before, ...others } = load();
      const kept = Object.entries(others).slice(-(most - 1));
      writeStored(key, JSON.stringify(Object.fromEntries(number === null ? kept : [...kept, [id, number]])));
    },
  };
}
