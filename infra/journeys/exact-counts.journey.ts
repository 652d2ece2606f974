import type { BoostStatusMap, Discussion, OwnUser, Question } from '@hearsay/contracts';
import { defaultDailyCaps, levelForXp, underCap, xpAmounts } from '@hearsay/game-rules';
import { beforeAll, expect, it } from '@jest/globals';
import { somePeople } from './a-system.ts';
import { chanceOf } from './chance.ts';
import type { Client } from './client.ts';
import { settled } from './settled.ts';
import { rowsOf, type System } from './system.ts';

const actCount = 1600;
const atOnce = 24;
/** Boosts worth more than two daily caps, because the test may run past midnight. */
const boostsBeyondCap = (2 * (defaultDailyCaps['boost-given'] ?? 0)) / xpAmounts['boost-given'] + 2;

interface Target {
  readonly kind: 'question' | 'discussion';
  readonly id: string;
  readonly author: Client;
}

interface BoostFact {
  readonly boostId: string;
  readonly contentId: string;
  readonly boostCount: number;
  readonly boostPeak: number;
  readonly revision: number;
  readonly toggle: number;
}

const bookOf = ({ kind, id }: Target, person: Client): string => `${kind}:${id} ${person.user.id}`;

export const exactCounts = (system: System): void => {
  const people = somePeople(system, 'one', 'two', 'three', 'four');
  const questions: { question: Question; author: Client }[] = [];
  const targets: Target[] = [];
  const replies = new Map<string, string[]>();
  const boosted = new Map<string, boolean>();
  const answered = new Set<string>();

  beforeAll(async () => {
    const chance = chanceOf('a random mix of acts');
    const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)]!;
    for (const author of people.slice(0, 3)) {
      const question = await author.ask({ title: 'Whose turn is it?', replyBoostThreshold: 2 });
      questions.push({ question, author });
      targets.push({ kind: 'question', id: question.id, author });
      replies.set(question.id, []);
    }
    // One person's acts on one content run in order, so that the last answer is the last state. All other acts race.
    const lastOf = new Map<string, Promise<void>>();
    const running = new Set<Promise<void>>();
    const boost = async (person: Client, target: Target, wanted: boolean | undefined) => {
      const key = bookOf(target, person);
      const body = wanted === undefined ? {} : { isBoosted: wanted };
      const status = await person.expect<{ isBoosted: boolean }>('POST', `/api/${target.kind}s/${target.id}/boost`, {
        body,
      });
      expect(status.isBoosted).toBe(wanted ?? !(boosted.get(key) ?? false));
      boosted.set(key, status.isBoosted);
    };
    const begin = (place: string, act: () => Promise<void>) => {
      const done = (lastOf.get(place) ?? Promise.resolve()).then(act);
      lastOf.set(place, done);
      running.add(done);
      const leave = () => running.delete(done);
      done.then(leave, leave);
    };
    for (let act = 0; act < actCount; act += 1) {
      const person = pick(people);
      if (chance() < 0.2) {
        const { question, author } = pick(questions);
        begin(`reply ${act}`, async () => {
          const reply: Discussion = await person.say(question.id, `Act ${act}`);
          replies.get(question.id)!.push(reply.id);
          targets.push({ kind: 'discussion', id: reply.id, author: person });
          if (author !== person) answered.add(`${question.id} ${person.user.id}`);
        });
      } else {
        const target = pick(targets);
        const wanted = chance() < 0.3 ? undefined : chance() < 0.85;
        begin(bookOf(target, person), () => boost(person, target, wanted));
      }
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
    const eager = people[0];
    const ofOthers = targets.filter(({ author }) => author !== eager).slice(0, boostsBeyondCap);
    expect(ofOthers).toHaveLength(boostsBeyondCap);
    for (const target of ofOthers) {
      begin(bookOf(target, eager), () => boost(eager, target, true));
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
    await settled(system);
  });

  const boostsOf = (target: Target): number => people.filter((person) => boosted.get(bookOf(target, person))).length;

  it('shows exactly the boosts that were confirmed', async () => {
    for (let from = 0; from < targets.length; from += 100) {
      const some = targets.slice(from, from + 100);
      for (const person of people) {
        const items = some.map(({ kind, id }) => ({ contentType: kind, contentId: id }));
        const map = await person.expect<BoostStatusMap>('POST', '/api/batch/boost-status', { body: { items } });
        expect(map).toEqual(
          Object.fromEntries(
            some.map((target) => [
              `${target.kind}:${target.id}`,
              { isBoosted: boosted.get(bookOf(target, person)) ?? false, boostCount: boostsOf(target) },
            ]),
          ),
        );
      }
    }
  });

  it('has counters that equal the rows of boosts and the folded log', async () => {
    const ids = targets.map(({ id }) => id);
    const counters = await rowsOf<{ content_id: string; boosts: number; peak: number; revision: number }>(
      system,
      'engagement',
      'select * from counters where content_id = any($1) and revision > 0',
      [ids],
    );
    const rows = await rowsOf<{ content_id: string; count: number }>(
      system,
      'engagement',
      'select content_id, count(*)::int as count from boosts where content_id = any($1) and is_boosted group by content_id',
      [ids],
    );
    const events = await rowsOf<{ type: string; data: BoostFact }>(
      system,
      'engagement',
      `select type, data from events where data ->> 'contentId' = any($1) order by epoch, txid, position`,
      [ids],
    );
    const folded = new Map<string, { boosters: Set<string>; peak: number; revision: number }>();
    const toggles = new Map<string, number>();
    for (const { type, data } of events) {
      const content = folded.get(data.contentId) ?? { boosters: new Set<string>(), peak: 0, revision: 0 };
      if (type === 'Boosted') content.boosters.add(data.boostId);
      else content.boosters.delete(data.boostId);
      content.peak = Math.max(content.peak, content.boosters.size);
      content.revision += 1;
      expect([data.boostCount, data.boostPeak, data.revision]).toEqual([
        content.boosters.size,
        content.peak,
        content.revision,
      ]);
      expect(data.toggle).toBe((toggles.get(data.boostId) ?? 0) + 1);
      toggles.set(data.boostId, data.toggle);
      folded.set(data.contentId, content);
    }
    expect(counters).toHaveLength(folded.size);
    for (const counter of counters) {
      const { boosters, peak, revision } = folded.get(counter.content_id)!;
      expect(counter).toMatchObject({ boosts: boosters.size, peak, revision });
      expect(rows.find((row) => row.content_id === counter.content_id)?.count ?? 0).toBe(counter.boosts);
      const target = targets.find(({ id }) => id === counter.content_id)!;
      expect(counter.boosts).toBe(boostsOf(target));
    }
  });

  it('has every reply once and no gaps in its rooms', async () => {
    for (const { question } of questions) {
      const page = await people[0].question(question.id);
      expect(page.discussions.map((reply) => reply.id).sort()).toEqual([...replies.get(question.id)!].sort());
      const { entries, lastNumber } = await people[0].room(question.id, 0);
      expect(entries.map((entry) => entry.number)).toEqual(Array.from({ length: lastNumber }, (_, index) => index + 1));
      expect(entries.filter((entry) => entry.entry === 'revealed').length).toBe(page.isRevealed ? 1 : 0);
      expect(page.discussionCount).toBe(page.discussions.length);
    }
  });

  it('has XP that equals the capped ledger and the value of the acts', async () => {
    const accountIds = people.map(({ user }) => user.id);
    const worth = new Map<string, number>();
    const raise = (sums: Map<string, number>, key: string, amount: number) =>
      sums.set(key, (sums.get(key) ?? 0) + amount);
    for (const { author } of questions) raise(worth, `question-posted ${author.user.id}`, 10);
    for (const key of answered) raise(worth, `answer-given ${key.split(' ')[1]}`, 15);
    for (const target of targets) {
      for (const person of people) {
        if (person === target.author || !boosted.get(bookOf(target, person))) continue;
        raise(worth, `boost-given ${person.user.id}`, 5);
        raise(worth, `boost-received ${target.author.user.id}`, 3);
      }
    }

    const days = await rowsOf<{ account_id: string; rule: keyof typeof defaultDailyCaps; amounts: number[] }>(
      system,
      'gamification',
      `select account_id, rule, array_agg(amount) as amounts from (
           select account_id, rule, day, amount from xp_entries
           union all
           select booster_id, 'boost-given', (given_at at time zone 'UTC')::date, ${xpAmounts['boost-given']} from boost_entries where is_live
           union all
           select owner_id, 'boost-received', (given_at at time zone 'UTC')::date, ${xpAmounts['boost-received']}
           from boost_entries where is_live and owner_id is not null
         ) as live where account_id = any($1) group by account_id, rule, day`,
      [accountIds],
    );
    const sums = new Map<string, number>();
    for (const { account_id, rule, amounts } of days)
      for (const amount of amounts) raise(sums, `${rule} ${account_id}`, amount);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(worth));

    const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);
    const counted = new Map<string, number>();
    for (const { account_id, rule, amounts } of days)
      raise(counted, account_id, underCap(sumOf(amounts), defaultDailyCaps[rule]));
    expect(sumOf(counted.values())).toBeLessThan(sumOf(worth.values()));
    const progress = await rowsOf<{ account_id: string; counted: number }>(
      system,
      'gamification',
      `select account_id, sum(counted)::int as counted
         from (select account_id, counted from progress union all select account_id, counted from boost_totals) as sums
       where account_id = any($1) group by account_id`,
      [accountIds],
    );
    expect(new Map(progress.map((row) => [row.account_id, row.counted]))).toEqual(counted);
    for (const person of people) {
      const xp = counted.get(person.user.id) ?? 0;
      expect(await person.get<OwnUser>('/api/auth/user')).toMatchObject({ xp, level: levelForXp(xp) });
    }
  });
};
