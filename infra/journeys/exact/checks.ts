import assert from 'node:assert/strict';
import type { Bookmarks, BoostStatusMap, OwnUser, RoomEntry } from '@hearsay/contracts';
import { cappedSum, defaultDailyCaps, levelForXp, xpAmounts } from '@hearsay/game-rules';
import type { Client } from '../client.ts';
import { queryRows, type System } from '../system.ts';
import type { AcknowledgedActs } from './acts.ts';

/** The maximum number of contents that the API accepts in one call. */
const maxContents = 100;

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);

const raise = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);

/** Everyone sees exactly the acknowledged boosts. */
export const checkBoosts = async (acts: AcknowledgedActs): Promise<void> => {
  for (let from = 0; from < acts.targets.length; from += maxContents) {
    const some = acts.targets.slice(from, from + maxContents);
    const items = some.map(({ kind, id }) => ({ contentType: kind, contentId: id }));
    for (const person of acts.people) {
      const found = await person.expect<BoostStatusMap>('POST', '/api/batch/boost-status', { body: { items } });
      const expected = some.map((target) => [
        `${target.kind}:${target.id}`,
        { isBoosted: acts.isBoosted(target, person), boostCount: acts.boostsOf(target) },
      ]);
      assert.deepEqual(found, Object.fromEntries(expected));
    }
  }
};

interface CountFact {
  readonly contentId: string;
  readonly boostCount: number;
  readonly boostPeak: number;
  readonly revision: number;
}
interface BoostFact extends CountFact {
  readonly boostId: string;
  readonly toggle: number;
}
type Counted =
  | { readonly type: 'Boosted' | 'Unboosted'; readonly data: BoostFact }
  | { readonly type: 'ThresholdApplied'; readonly data: CountFact };

interface FoldedContent {
  readonly boosters: Set<string>;
  peak: number;
  revision: number;
}

const foldedLog = async (system: System, ids: readonly string[]): Promise<Map<string, FoldedContent>> => {
  const events = await queryRows<Counted>(
    system,
    'engagement',
    `select type, data from events where data ->> 'contentId' = any($1)
       and type in ('Boosted', 'Unboosted', 'ThresholdApplied') order by epoch, txid, position`,
    [ids],
  );
  const folded = new Map<string, FoldedContent>();
  const toggles = new Map<string, number>();
  for (const { type, data } of events) {
    const content = folded.get(data.contentId) ?? { boosters: new Set<string>(), peak: 0, revision: 0 };
    if (type === 'Boosted') content.boosters.add(data.boostId);
    if (type === 'Unboosted') content.boosters.delete(data.boostId);
    content.peak = Math.max(content.peak, content.boosters.size);
    content.revision += 1;
    const { boostCount, boostPeak, revision } = data;
    assert.deepEqual([boostCount, boostPeak, revision], [content.boosters.size, content.peak, content.revision]);
    folded.set(data.contentId, content);
    if (type === 'ThresholdApplied') continue;
    assert.equal(data.toggle, (toggles.get(data.boostId) ?? 0) + 1);
    toggles.set(data.boostId, data.toggle);
  }
  return folded;
};

/** Counters equal the rows of boosts, the state folded from events, and the acknowledged acts. */
export const checkCounters = async (system: System, acts: AcknowledgedActs): Promise<void> => {
  const ids = acts.targets.map(({ id }) => id);
  const counters = await queryRows<{ content_id: string; boosts: number; peak: number; revision: number }>(
    system,
    'engagement',
    'select * from counters where content_id = any($1) and revision > 0',
    [ids],
  );
  const rows = await queryRows<{ content_id: string; count: number }>(
    system,
    'engagement',
    'select content_id, count(*)::int as count from boosts where content_id = any($1) and is_boosted group by content_id',
    [ids],
  );
  const folded = await foldedLog(system, ids);
  assert.equal(counters.length, folded.size);
  for (const { content_id, boosts, peak, revision } of counters) {
    const content = folded.get(content_id)!;
    assert.deepEqual([boosts, peak, revision], [content.boosters.size, content.peak, content.revision]);
    assert.equal(rows.find((row) => row.content_id === content_id)?.count ?? 0, boosts);
    assert.equal(boosts, acts.boostsOf(acts.targets.find(({ id }) => id === content_id)!));
  }
};

export const readEntries = async (reader: Client, questionId: string): Promise<RoomEntry[]> => {
  const entries: RoomEntry[] = [];
  for (;;) {
    const page = await reader.room(questionId, entries.length);
    entries.push(...page.entries);
    if (page.entries.length === 0 || entries.length >= page.lastNumber) return entries;
  }
};

/** Rooms hold each acknowledged reply once and no other, and their numbers have no gaps. */
export const checkRooms = async (acts: AcknowledgedActs): Promise<void> => {
  const reader = acts.people[0]!;
  for (const { question } of acts.questions) {
    const page = await reader.question(question.id);
    const entries = await readEntries(reader, question.id);
    const numbers = Array.from({ length: page.lastNumber }, (_, index) => index + 1);
    assert.deepEqual(
      entries.map(({ number }) => number),
      numbers,
    );
    const said = entries.flatMap((entry) => (entry.entry === 'message' ? [entry.discussion.id] : []));
    assert.deepEqual(said.sort(), [...acts.replies.get(question.id)!].sort());
    assert.equal(entries.filter(({ entry }) => entry === 'revealed').length, page.isRevealed ? 1 : 0);
    assert.equal(page.discussionCount, said.length);
    const threshold = acts.thresholds.get(question.id) ?? question.replyBoostThreshold;
    assert.equal(page.replyBoostThreshold, threshold);
    assert.ok(page.isRevealed || page.boostCount < threshold, `${question.id} is locked at ${page.boostCount} boosts`);
  }
};

/** Everyone has exactly the acknowledged bookmarks. */
export const checkBookmarks = async (acts: AcknowledgedActs): Promise<void> => {
  for (const person of acts.people) {
    const found: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: Bookmarks = await person.get(`/api/bookmarks${after && `?after=${encodeURIComponent(after)}`}`);
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    assert.deepEqual(found.sort(), acts.bookmarksOf(person).sort());
  }
};

const worthOf = (acts: AcknowledgedActs): Map<string, number> => {
  const worth = new Map<string, number>();
  for (const { question, author } of acts.questions) {
    raise(worth, `question-posted ${author.user.id}`, xpAmounts['question-posted']);
    for (const person of acts.people)
      if (acts.hasAnswered(person, question.id))
        raise(worth, `answer-given ${person.user.id}`, xpAmounts['answer-given']);
  }
  for (const target of acts.targets) {
    for (const person of acts.people) {
      if (person === target.author || !acts.isBoosted(target, person)) continue;
      raise(worth, `boost-given ${person.user.id}`, xpAmounts['boost-given']);
      raise(worth, `boost-received ${target.author.user.id}`, xpAmounts['boost-received']);
    }
  }
  return worth;
};

/** XP equals the capped ledger, and the ledger equals the XP of the acts. @returns the sums without and with caps */
export const checkXp = async (system: System, acts: AcknowledgedActs): Promise<{ worth: number; counted: number }> => {
  const accountIds = acts.people.map(({ user }) => user.id);
  const worth = worthOf(acts);
  const days = await queryRows<{ account_id: string; rule: keyof typeof defaultDailyCaps; amounts: number[] }>(
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
  const counted = new Map<string, number>();
  for (const { account_id, rule, amounts } of days) {
    raise(sums, `${rule} ${account_id}`, sumOf(amounts));
    raise(counted, account_id, cappedSum(sumOf(amounts), defaultDailyCaps[rule]));
  }
  assert.deepEqual(Object.fromEntries(sums), Object.fromEntries(worth));
  const progress = await queryRows<{ account_id: string; counted: number }>(
    system,
    'gamification',
    `select account_id, sum(counted)::int as counted
       from (select account_id, counted from progress union all select account_id, counted from boost_totals) as sums
     where account_id = any($1) group by account_id`,
    [accountIds],
  );
  assert.deepEqual(new Map(progress.map((row) => [row.account_id, row.counted])), counted);
  for (const person of acts.people) {
    const xp = counted.get(person.user.id) ?? 0;
    const user = await person.get<OwnUser>('/api/auth/user');
    assert.deepEqual([user.xp, user.level], [xp, levelForXp(xp)]);
  }
  return { worth: sumOf(worth.values()), counted: sumOf(counted.values()) };
};
