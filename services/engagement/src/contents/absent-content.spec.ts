import { describe, expect, it } from '@jest/globals';
import { AbsentContent } from './absent-content.js';

const question = 'question:1';
const another = 'question:2';

describe('what content does not have', () => {
  let now = 0;
  const start = () => {
    now = 1_000_000;
    return new AbsentContent(() => now);
  };
  const answer = (absent: AbsentContent, keys: string[], existing: string[] | null) =>
    absent.end(absent.begin(keys), existing && new Set(existing));

  it('is believed for a moment', () => {
    const absent = start();
    answer(absent, [question, another], [another]);
    expect([absent.has(question), absent.has(another)]).toEqual([true, false]);
    now += 2001;
    expect(absent.has(question)).toBe(false);
  });

  it('is forgotten when it is created, also while content was being asked', () => {
    const absent = start();
    answer(absent, [question], []);
    absent.created(question);
    expect(absent.has(question)).toBe(false);
    const asked = absent.begin([another]);
    absent.created(another);
    absent.end(asked, new Set());
    expect(absent.has(another)).toBe(false);
  });

  it('is nothing while content could not be asked', () => {
    const absent = start();
    answer(absent, [question], null);
    expect(absent.has(question)).toBe(false);
  });

  it('is bounded: the oldest go first', () => {
    const absent = start();
    answer(
      absent,
      Array.from({ length: 10_001 }, (_, index) => `question:${index}`),
      [],
    );
    expect([absent.has('question:0'), absent.has('question:1'), absent.has('question:10000')]).toEqual([false, true, true]);
  });
});
