import { auras, gradientPresets } from '@hearsay/game-rules';
import { describe, expect, it } from '@jest/globals';
import { community, type Deed, guestKey, parseDeed, parsePost, secondsOf } from './community.ts';

const { people, questions, episodes, follows, wipes, logins } = community;
const day = secondsOf('1d');
const joined = new Map(people.map((person) => [person.key, person.joined]));
const posts = [...questions, ...episodes];
const decisionOf = ({ deeds }: { deeds: readonly Deed[] }) =>
  deeds.find(({ verb }) => ['approves', 'ignores'].includes(verb));
const named = (text: string) => people.find(({ key }) => key === text);

describe('the seeded community', () => {
  it('the seed has many people and posts, without duplicates', () => {
    expect(people.length).toBeGreaterThanOrEqual(30);
    expect(questions.length).toBeGreaterThanOrEqual(80);
    expect(episodes.length).toBeGreaterThanOrEqual(9);
    expect(wipes.map(({ undone }) => undone === null)).toEqual([true, false]);
    expect(new Set(people.map(({ username }) => username.toLowerCase())).size).toBe(people.length);
    expect(new Set(posts.map(({ words }) => words)).size).toBe(posts.length);
  });

  it('the seed shows every aura, and only gradients that exist', () => {
    const shown = people.flatMap(({ aura }) => aura ?? []);
    expect(new Set(shown)).toEqual(new Set(auras.map(({ name }) => name).filter((name) => name !== 'none')));
    const presets = gradientPresets.map(({ name }) => name);
    for (const { gradient } of people) expect(presets).toContain(gradient ?? presets[0]);
  });

  it('the seed has questions in every state for each login', () => {
    const asked = questions.filter(({ whom }) => whom !== null);
    const fates = asked.map((post) => {
      const decision = decisionOf(post);
      return `${post.whom} ${decision?.verb ?? 'waits'}${decision?.words ? ' with an answer' : ''}`;
    });
    for (const key of Object.values(logins))
      for (const fate of ['waits', 'approves with an answer']) expect(fates).toContain(`${key} ${fate}`);
    for (const fate of ['ignores', 'approves']) expect(fates).toContain(`maya ${fate}`);
    expect(asked.filter((post) => post.by === guestKey && !decisionOf(post)).length).toBeGreaterThanOrEqual(3);
    for (const post of asked) {
      const decision = decisionOf(post);
      if (decision) expect([decision.by, decision.ago < post.ago]).toEqual([post.whom, true]);
      // A question that is not approved must have no chat and no boosts.
      if (decision?.verb !== 'approves') expect([post.chat, post.boosts]).toEqual([[], []]);
    }
    const answers = asked.flatMap((post) => {
      const threshold = decisionOf(post)?.threshold ?? 0;
      return threshold > 0 ? post.boosts.length >= threshold : [];
    });
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('people in the seed act only on existing content, and repeat no act', () => {
    const order = (by: string, before: number, ago: number) =>
      expect([by, (joined.get(by) ?? Number.POSITIVE_INFINITY) > ago, before > ago, ago > 0]).toEqual([
        by,
        true,
        true,
        true,
      ]);
    for (const { by, whom, ago } of follows) {
      order(by, joined.get(whom)!, ago);
      expect(whom).not.toBe(by);
    }
    for (const post of posts) {
      order(post.by, Number.POSITIVE_INFINITY, post.ago);
      const from = decisionOf(post)?.ago ?? post.ago;
      for (const { by, ago } of [...post.boosts, ...post.plays, ...post.chat, ...post.deeds]) order(by, post.ago, ago);
      for (const { by, ago } of [...post.boosts, ...post.chat]) order(by, from, ago);
      for (const { by, ago, boosts } of post.chat) {
        expect([by, named(by)]).toEqual([by, expect.anything()]);
        for (const boost of boosts) order(boost.by, ago, boost.ago);
      }
      for (const { resolved, ago } of post.deeds) {
        if (!resolved) continue;
        order(resolved.by, ago, resolved.ago);
        expect(named(resolved.by)?.role).toBe('ambassador');
      }
      for (const boosts of [post.boosts, post.plays, ...post.chat.map((message) => message.boosts)])
        expect(new Set(boosts.map(({ by }) => by)).size).toBe(boosts.length);
    }
    for (const { by, plays, boosts } of episodes) {
      expect(named(by)?.creator).toBeDefined();
      expect(plays.map((play) => play.by)).toEqual(expect.arrayContaining(boosts.map((boost) => boost.by)));
    }
  });

  it('the seed has several long chats with threads, many authors and anonymous replies', () => {
    const long = questions.filter(({ chat }) => chat.length >= 30 && chat.length <= 80);
    expect(long.length).toBeGreaterThanOrEqual(5);
    for (const { chat } of long) {
      expect(new Set(chat.map(({ by }) => by)).size).toBeGreaterThanOrEqual(15);
      expect(chat.filter(({ parent }) => parent !== null).length).toBeGreaterThanOrEqual(8);
    }
    expect(long.some(({ chat }) => chat.some(({ isAnonymous }) => isAnonymous))).toBe(true);
  });

  it('the seed shows confessions at every stage', () => {
    const stages = questions.flatMap(({ threshold, boosts }) => {
      if (threshold === 0) return [];
      const reached = boosts[threshold - 1]?.ago;
      if (reached !== undefined)
        return reached < secondsOf('3h') ? 'just revealed' : reached > 3 * day ? 'long open' : 'open';
      if (boosts.length === 0) return 'untouched';
      if (boosts.length === threshold - 1) return 'nearly';
      return Math.abs(boosts.length / threshold - 0.5) <= 0.1 ? 'half' : 'begun';
    });
    for (const stage of ['untouched', 'half', 'nearly', 'just revealed', 'long open'])
      expect([stage, stages.filter((found) => found === stage).length >= 2]).toEqual([stage, true]);
  });

  it('the seed has public and anonymous questions, confessions and descriptions', () => {
    const forms = questions.map(
      ({ isAnonymous, text, threshold }) => `${isAnonymous} ${text !== null} ${threshold > 0}`,
    );
    expect(forms).toEqual(
      expect.arrayContaining(['false false false', 'false true false', 'false true true', 'true true true']),
    );
    expect(questions.filter(({ isAnonymous }) => isAnonymous).length).toBeGreaterThanOrEqual(10);
    expect(questions.filter(({ text }) => text === null).length).toBeGreaterThanOrEqual(10);
  });

  it('no seeded person replies both by name and anonymously under one question', () => {
    for (const post of questions) {
      const masks = new Map([[post.by, post.isAnonymous]]);
      for (const { by, isAnonymous } of post.chat) {
        expect([post.words, by, masks.get(by) ?? isAnonymous]).toEqual([post.words, by, isAnonymous]);
        masks.set(by, isAnonymous);
        expect(post.isByNameOnly && isAnonymous).toBe(false);
      }
    }
  });
});

describe('the source of the community', () => {
  const draw = (count: number) => ['bea', 'theo'].slice(0, count);

  it('the source can describe chats with names, anonymous authors, answers and boosts', () => {
    const boosts = [expect.objectContaining({ by: 'bea' }), expect.objectContaining({ by: 'theo' })];
    const { chat } = parsePost(
      'sam asks, 1d ago, chat over 1d: Why?\n  maya +2: Hello: you\n  (noor) > maya: Me?',
      draw,
    );
    expect(chat).toEqual([
      { by: 'maya', isAnonymous: false, parent: null, boosts, words: 'Hello: you', ago: expect.any(Number) },
      { by: 'noor', isAnonymous: true, parent: 0, boosts: [], words: 'Me?', ago: Math.round(day * 0.1) },
    ]);
  });

  it('the source can describe an act with its time, its content and its resolution', () => {
    expect(parseDeed('maya reports, 2d 3h 1m ago, about bea, resolved by theo 5h ago', 'Rude')).toMatchObject({
      by: 'maya',
      verb: 'reports',
      ago: 2 * day + 3 * 3600 + 60,
      about: 'bea',
      resolved: { by: 'theo', ago: 5 * 3600 },
      words: 'Rude',
    });
  });

  it.each([
    () => parsePost('maya asks, 2d ago: Why?\n  maya says hello', draw),
    () => parsePost('maya asks, 2d ago: Why?\n  maya says: hello', draw),
    () => parsePost('maya asks, 2d ago: Why?\n  maya > noor: Me?', draw),
    () => parseDeed('maya asks, 2 days ago'),
    () => parseDeed('maya asks, 2d ago, lokked until 3'),
  ])('an invalid line of the source is rejected (%#)', (reading) => {
    expect(reading).toThrow();
  });
});
