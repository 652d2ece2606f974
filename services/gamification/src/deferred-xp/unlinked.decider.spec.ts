import { XpEarned, XpRestored, XpReversed } from '@hearsay/contracts';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { accountAggregate, dayAggregate, entryAggregate, type UnlinkedEntry, unlinkedAggregate } from '../ledger/ledger.aggregates.js';
import { dayKey, type Entry, newAccount } from '../ledger/ledger.states.js';
import { type DeferXp, deferXp, payDueXp } from './unlinked.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const entryId = '01930000-0000-7000-8000-000000000002';
const contentId = '01930000-0000-7000-8000-000000000003';
const dueId = '01930000-0000-7000-8000-000000000004';
const cause = `boost-received:${contentId}`;
const [rule, day] = ['boost-received', '2026-11-20'] as const;
const context = { now: '2026-11-20T23:30:00.000Z', accountId: null };

describe('what an anonymous post earns', () => {
  const input: DeferXp = {
    cause,
    claim: `question-posted:${contentId}`,
    entryId,
    sealedOwner: 'sealed',
    rule: 'question-posted',
    amount: 10,
    contentType: 'question',
    contentId,
    toggle: 0,
    isLive: true,
    dueId,
    delayMs: 3_600_000,
  };
  const view = (lost: string[] = []) => viewOf([{ aggregate: unlinkedAggregate, key: cause, state: null }], lost);

  it('leaves no event at the time of the act, only a row that is due later, counted on the day of the act', () => {
    const { events, rows } = deferXp.decide(input, view(), context);
    expect(events).toEqual([]);
    expect(rows?.unlinked).toMatchObject([
      { row: { entryId, day: '2026-11-20', sealedOwner: 'sealed' }, due: { id: dueId, dueAt: '2026-11-21T00:30:00.000Z' } },
    ]);
  });

  it('wakes the jobs with nothing but the due row', () => {
    expect(deferXp.decide(input, view(), context).live).toEqual([
      { subject: 'jobs.gamification.due-xp', data: { id: dueId, dueAt: '2026-11-21T00:30:00.000Z' } },
    ]);
  });

  it('is deferred once', () => {
    expect(deferXp.decide(input, view([input.claim!]), context)).toEqual({ events: [], result: undefined });
  });
});

describe('a due row', () => {
  const wanted = (isLive: boolean): UnlinkedEntry => ({ entryId, rule: 'boost-received', amount: 3, day: '2026-11-20', isLive });
  const pay = (isWanted: boolean, entry: Entry | null) =>
    payDueXp.decide(
      { dueId, cause, entryId, accountId, rule, day, caps: defaultDailyCaps },
      viewOf([
        { aggregate: unlinkedAggregate, key: cause, state: wanted(isWanted) },
        { aggregate: entryAggregate, key: entryId, state: entry },
        { aggregate: accountAggregate, key: accountId, state: newAccount },
        { aggregate: dayAggregate, key: dayKey({ accountId, rule, day }), state: 0 },
      ]),
      context,
    );
  const earned = (isLive: boolean): Entry => ({ isLive, day: '2026-11-20', toggle: 0 });

  it.each([
    [true, null, [XpEarned.type]],
    [false, null, []],
    [false, earned(true), [XpReversed.type]],
    [true, earned(false), [XpRestored.type]],
    [true, earned(true), []],
    [false, earned(false), []],
  ])('brings the entry to what the newest act wants: live %s, entry %j → %j', (isWanted, entry, expected) => {
    const { events, rows } = pay(isWanted, entry);
    expect(events.map((event) => event.definition.type)).toEqual(expected);
    expect(rows).toEqual({ paid: [{ id: dueId }] });
  });

  it('joins nothing to the post: no content, no actor, no correlation', () => {
    const [event] = pay(true, null).events;
    expect(event).toMatchObject({ isAnonymous: true, isUnlinked: true, routingId: accountId });
    expect(event?.data).toMatchObject({ contentType: null, contentId: null, toggle: null });
    expect(JSON.stringify(event)).not.toContain(contentId);
  });
});
