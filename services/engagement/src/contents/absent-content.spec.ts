import { describe, expect, it } from '@jest/globals';
import { AbsentContent } from './absent-content.js';

const question = 'question:1';
const another = 'question:2';

describe('absent content', () => {
  let now = 0;
  const start = () => {
    now = 1_000_000;
    return new AbsentContent({ now: () => now });
  };
  const answer = (absent: AbsentContent, keys: string[], existing: string[] | null) =>
    absent.end(absent.begin(keys), existing && new Set(existing));

  it('is remembered for a moment', () => {
    const absent = start();
    answer(absent, [question, another], [another]);
    expect([absent.has(question), absent.has(another)]).toEqual([true, false]);
    now += 2001;
    expect(absent.has(question)).toBe(false);
  });

  it('is forgotten when it is created, also during a lookup', () => {
    const absent = start();
    answer(absent, [question], []);
    absent.created(question);
    expect(absent.has(question)).toBe(false);
    const asked = absent.begin([another]);
    absent.created(another);
    absent.end(asked, new Set());
    expect(absent.has(another)).toBe(false);
  });

  it('is forgotten with the rest after an unknown restore, also during a lookup', () => {
    const absent = start();
    answer(absent, [question], []);
    const asked = absent.begin([another]);
    absent.forgetAll();
    absent.end(asked, new Set());
    expect([absent.has(question), absent.has(another)]).toEqual([false, false]);
  });

  it('is not recorded while content cannot be asked', () => {
    const absent = start();
    answer(absent, [question], null);
    expect(absent.has(question)).toBe(false);
  });

  it('is bounded: of more than 20,000 entries the earlier ones go', () => {
    const absent = start();
    const keys = Array.from({ length: 20_001 }, (_, index) => `question:${index}`);
    answer(absent, keys, []);
    expect([absent.has('question:0'), absent.has('question:20000')]).toEqual([false, true]);
  });
});
