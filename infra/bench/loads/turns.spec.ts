import { describe, expect, it } from '@jest/globals';
import { neighboursApart, questionByQuestion, Turns } from './turns.ts';

const named = ({ person, question }: { person: number; question: number }) => `${person}/${question}`;

describe('pairs', () => {
  it('are every person with every question, in either order', () => {
    const all = new Set(questionByQuestion(3, 5).map(named));
    expect(all.size).toBe(15);
    expect(new Set(neighboursApart(3, 5, 15).map(named))).toEqual(all);
    expect(neighboursApart(3, 5, 99)).toHaveLength(15);
  });

  it('of a part of them go to all people and questions alike, and neighbours share neither', () => {
    const pairs = neighboursApart(6, 4, 12);
    expect(new Set(pairs.map(named)).size).toBe(12);
    for (const question of [0, 1, 2, 3]) expect(pairs.filter((pair) => pair.question === question)).toHaveLength(3);
    for (const person of [0, 1, 2, 3, 4, 5]) expect(pairs.filter((pair) => pair.person === person)).toHaveLength(2);
    for (const [index, pair] of pairs.slice(1).entries()) {
      expect(pair.person).not.toBe(pairs[index]?.person);
      expect(pair.question).not.toBe(pairs[index]?.question);
    }
  });

  it.each([
    [6, 4],
    [4, 4],
    [5, 3],
    [1, 7],
  ])('of %i people and %i questions are all different', (people, questions) => {
    expect(new Set(neighboursApart(people, questions, people * questions).map(named)).size).toBe(people * questions);
  });
});

describe('turns', () => {
  it('switch each pair on and off', () => {
    const turns = new Turns(questionByQuestion(2, 1));
    const states = Array.from({ length: 6 }, () => {
      const turn = turns.take();
      turns.done(turn);
      return `${named(turn)} ${turn.isOn}`;
    });
    expect(states).toEqual(['0/0 true', '1/0 true', '0/0 false', '1/0 false', '0/0 true', '1/0 true']);
    expect(turns.tally(['a'])).toEqual({ a: { toggles: 6, boosts: 2 } });
  });

  it('never give out a pair whose toggle is on its way', () => {
    const turns = new Turns(questionByQuestion(3, 1));
    const slow = turns.take();
    for (let toggles = 0; toggles < 5; toggles += 1) {
      const turn = turns.take();
      expect(turn.index).not.toBe(slow.index);
      turns.done(turn);
    }
    turns.take();
    turns.take();
    expect(() => turns.take()).toThrow('All 3 pairs');
    turns.done(slow);
    expect(turns.take()).toEqual({ ...slow, isOn: false });
  });

  it('are mixed so that half of what follows switches on, whatever the order of the answers', async () => {
    const turns = new Turns(questionByQuestion(7, 3));
    const asked: boolean[] = [];
    const answers: (() => void)[] = [];
    const mixed = turns.mix(4, ({ isOn }) => {
      asked.push(isOn);
      return new Promise((resolve) => answers.push(resolve));
    });
    // Always the youngest call is answered first.
    for (let toggles = 0; toggles < 21 + 11; toggles += 1) {
      while (answers.length === 0) await Promise.resolve();
      answers.pop()?.();
      await Promise.resolve();
    }
    await mixed;
    expect(asked).toEqual([...Array(21).fill(true), ...Array(11).fill(false)]);
    expect(turns.tally(['a', 'b', 'c'])).toEqual({
      a: { toggles: 7 + 4, boosts: 3 },
      b: { toggles: 7 + 3, boosts: 4 },
      c: { toggles: 7 + 4, boosts: 3 },
    });
    const states = Array.from({ length: 21 }, () => turns.take().isOn);
    expect(states.filter((isOn) => isOn)).toHaveLength(11);
  });

  it('count only what was acknowledged, by question', () => {
    const turns = new Turns(questionByQuestion(1, 2));
    turns.done(turns.take());
    turns.take();
    expect(turns.tally(['a', 'b'])).toEqual({ a: { toggles: 1, boosts: 1 }, b: { toggles: 0, boosts: 0 } });
  });
});
