import { limits } from '@hearsay/contracts';
import { defaultDailyCaps, levelForXp } from '@hearsay/game-rules';
import { describe, expect, it } from '@jest/globals';
import { stories } from './community.ts';
import { awardsOf, expect as expectation, grantsOf } from './expectation.ts';
import { loginKeys, people } from './people.ts';
import { planCommunity } from './plan.ts';
import { readScript } from './script.ts';

const plan = planCommunity(people, stories);
const minute = 60;
const day = 24 * 60 * minute;
const final = expectation(plan, { readAgo: 1.5 * day, onlyUntilThen: false });

describe('the plan of the community', () => {
  it('is the same every time', () => {
    expect(planCommunity(people, stories)).toEqual(plan);
  });

  it('has 30 people and 60 questions, each once', () => {
    expect(new Set(people.map((person) => person.username.toLowerCase())).size).toBe(30);
    expect(new Set(people.map((person) => person.key)).size).toBe(30);
    expect(stories).toHaveLength(60);
    expect(new Set(stories.map((story) => story.title)).size).toBe(60);
  });

  it('has several long chats with threads, many voices and anonymous ones', () => {
    const long = plan.stories.filter(({ lines }) => lines.length >= 30 && lines.length <= 80);
    expect(long.length).toBeGreaterThanOrEqual(5);
    for (const { lines } of long) {
      expect(new Set(lines.map((line) => line.by)).size).toBeGreaterThanOrEqual(15);
      expect(lines.filter((line) => line.parent !== null).length).toBeGreaterThanOrEqual(8);
    }
    expect(long.some(({ lines }) => lines.some((line) => line.isAnonymous))).toBe(true);
  });

  it('shows confession mode at every stage', () => {
    const stages = plan.stories.flatMap(({ story }, index) => {
      if (story.threshold === undefined) return [];
      const reachedAgo = plan.acts.filter((act) => act.kind === 'boost' && act.line === null && act.story === index)[story.threshold - 1]
        ?.ago;
      if (reachedAgo !== undefined) return [reachedAgo < 3 * 60 * minute ? 'just revealed' : reachedAgo > 3 * day ? 'long open' : 'open'];
      const part = story.boosts / story.threshold;
      return [part === 0 ? 'untouched' : story.boosts === story.threshold - 1 ? 'nearly' : part >= 0.4 && part <= 0.6 ? 'half' : 'begun'];
    });
    for (const stage of ['untouched', 'half', 'nearly', 'just revealed', 'long open']) {
      expect(`${stage} ${stages.filter((found) => found === stage).length >= 2}`).toBe(`${stage} true`);
    }
  });

  it('has public and anonymous questions, with and without description, with and without confession mode', () => {
    const forms = new Set(
      stories.map((story) => `${story.isAnonymous ?? false} ${story.description !== undefined} ${story.threshold !== undefined}`),
    );
    for (const form of ['false false false', 'false true false', 'false true true', 'true true true']) expect(forms).toContain(form);
    expect(stories.filter((story) => story.isAnonymous).length).toBeGreaterThanOrEqual(10);
    expect(stories.filter((story) => story.description === undefined).length).toBeGreaterThanOrEqual(10);
  });

  it('reaches every level, and grants only what acts do not bring', () => {
    const grants = grantsOf(plan, final);
    const levels = people.map(({ key }) => levelForXp((final.earned.get(key) ?? 0) + (grants.get(key) ?? 0)));
    expect(new Set(levels)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    for (const amount of grants.values()) expect(amount).toBeGreaterThan(0);
  });

  it('stays below every daily cap, so that the order of arrival can not matter', () => {
    const awards = awardsOf(plan);
    for (const { rule, to, ago } of awards) {
      const inOneDay = awards.filter((other) => other.rule === rule && other.to === to && other.ago <= ago && other.ago > ago - day);
      const sum = inOneDay.length * { 'question-posted': 10, 'answer-given': 15, 'boost-given': 5, 'boost-received': 3 }[rule];
      expect(sum).toBeLessThanOrEqual(defaultDailyCaps[rule] ?? Number.POSITIVE_INFINITY);
    }
  });

  it('lets people act after they have joined and in the past only, once per boost', () => {
    const joined = new Map(people.map((person) => [person.key, person.joined * day]));
    for (const act of plan.acts) {
      expect(joined.get(act.by)).toBeGreaterThan(act.ago);
      expect(act.ago).toBeGreaterThan(0);
    }
    const boosts = plan.acts.filter((act) => act.kind === 'boost').map((act) => `${act.by} ${act.story} ${act.line}`);
    expect(new Set(boosts).size).toBe(boosts.length);
    const asked = new Set<number>();
    for (const act of plan.acts) {
      if (act.kind === 'ask') asked.add(act.story);
      expect(asked.has(act.story)).toBe(true);
    }
  });

  it('keeps everybody in one form per question, so that nobody unmasks themself', () => {
    for (const { story, lines } of plan.stories) {
      const forms = new Map<string, boolean>([[story.by, story.isAnonymous ?? false]]);
      for (const line of lines) {
        expect(`${story.title} ${line.by} ${forms.get(line.by) ?? line.isAnonymous}`).toBe(`${story.title} ${line.by} ${line.isAnonymous}`);
        forms.set(line.by, line.isAnonymous);
        expect(story.refusesAnonymousReplies && line.isAnonymous).not.toBe(true);
      }
    }
  });

  it('fits the limits of the product', () => {
    for (const { story, lines } of plan.stories) {
      expect(story.title.length).toBeLessThanOrEqual(limits.title);
      expect(story.threshold ?? 1).toBeLessThanOrEqual(limits.confessionThreshold.max);
      for (const line of lines) expect(line.words.length).toBeLessThanOrEqual(limits.chatMessage);
    }
  });

  it('has a login for each role', () => {
    expect(Object.values(loginKeys).map((key) => people.find((person) => person.key === key)?.role)).toEqual([
      undefined,
      'ambassador',
      'spotlight',
    ]);
  });
});

describe('a chat script', () => {
  it('knows names, masks, answers and boosts', () => {
    expect(readScript('\nmaya +3: Hello: you\n(noor) > maya: Me?\n', 'bea')).toEqual([
      { by: 'maya', isAnonymous: false, parent: null, boosts: 3, words: 'Hello: you' },
      { by: 'noor', isAnonymous: true, parent: 0, boosts: null, words: 'Me?' },
    ]);
  });

  it('refuses what it does not understand', () => {
    expect(() => readScript('maya says hello', 'bea')).toThrow('Not a line of a chat');
    expect(() => readScript('maya > noor: Me?', 'bea')).toThrow('Nobody called noor');
  });
});
