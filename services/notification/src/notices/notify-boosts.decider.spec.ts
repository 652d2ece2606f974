import { BoostsNotified, type EventData } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  boostActAggregate,
  boostGroupAggregate,
  inboxAggregate,
  readStateAggregate,
} from '../inbox/inbox.aggregates.js';
import { type BoostAct, emptyGroup, type NotificationGroup, newBoostAct } from '../inbox/inbox.sql.js';
import type { Recipient } from '../inbox/inbox-keys.js';
import { applyMark, emptyReadState, type ReadState } from '../inbox/reading.js';
import { type BoostToggle, notifyBoosts } from './notify-boosts.decider.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [ownerId, contentId] = [id(1), id(2)];
const now = '2026-11-20T10:00:00.000Z';
const recipient: Recipient = {
  owner: { accountId: ownerId, sealed: null },
  personId: ownerId,
  isErased: false,
  inbox: ownerId,
  side: 'named',
  reader: 'tag',
};
const readings = readStateAggregate({} as SealedAuthors);
const decider = notifyBoosts(readings);

const boost = (number: number, toggle: number): BoostToggle => ({
  boostId: id(100 + number),
  boosterId: id(200 + number),
  isBoosted: toggle % 2 === 1,
  toggle,
  at: now,
});
type Data = EventData<typeof BoostsNotified>;
const places = (events: readonly Data[]) =>
  events.map(({ notificationId, number, count }) => [notificationId, number, count]);
const readOrDeleted = (kind: 'one' | 'deleted') =>
  applyMark(emptyReadState, { kind, side: 'named', id: id(1000), number: 1 });

const decideAll = (groups: readonly (readonly BoostToggle[])[], reading: ReadState = emptyReadState) => {
  const acts = new Map<string, BoostAct>();
  let group: NotificationGroup = emptyGroup;
  let lastNumber = 0;
  let bells = 0;
  const events: Data[] = [];
  for (const [index, facts] of groups.entries()) {
    const content = { contentType: 'question', contentId, questionId: contentId } as const;
    const input = { recipient, ...content, facts, notificationId: id(1000 + index) };
    const view = batchViewOf([
      { aggregate: inboxAggregate, key: ownerId, state: { lastNumber } },
      { aggregate: readings, key: 'tag', state: reading },
      { aggregate: boostGroupAggregate, key: contentId, state: group },
      ...facts.map(({ boostId: key }) => {
        return { aggregate: boostActAggregate, key, state: acts.get(key) ?? newBoostAct };
      }),
    ]);
    const decision = decider.decide(input, view, { now, accountId: null });
    bells += decision.live?.length ?? 0;
    for (const { data } of decision.events as readonly { data: Data }[]) {
      events.push(data);
      const event = { type: BoostsNotified.type, data };
      group = boostGroupAggregate.evolve(group, event);
      ({ lastNumber } = inboxAggregate.evolve({ lastNumber }, event));
      for (const act of data.boosts) acts.set(act.boostId, act);
    }
  }
  return { events, group, bells, lastNumber, standing: [...acts.values()].filter(({ isBoosted }) => isBoosted).length };
};

describe('boosts of one content', () => {
  it('boosts that arrive together make one event with their count, and one bell', () => {
    const { events, bells, lastNumber } = decideAll([[boost(1, 1), boost(2, 1), boost(3, 1)]]);
    expect(events).toMatchObject([{ notificationId: id(1000), number: 1, count: 3, fewer: [] }]);
    expect(events[0]?.boosts.map(({ notificationId }) => notificationId)).toEqual([id(1000), id(1000), id(1000)]);
    expect([bells, lastNumber]).toEqual([1, 1]);
  });

  it('a boost joins an earlier notification that is unread', () => {
    const { events } = decideAll([[boost(1, 1)], [boost(2, 1), boost(3, 1)]]);
    expect(places(events)).toEqual([
      [id(1000), 1, 1],
      [id(1000), 2, 3],
    ]);
  });

  it.each(['one', 'deleted'] as const)(
    'a boost starts a new notification when the earlier one is read or deleted (%s)',
    (kind) => {
      const { events } = decideAll([[boost(1, 1)], [boost(2, 1)]], readOrDeleted(kind));
      expect(places(events)).toEqual([
        [id(1000), 1, 1],
        [id(1001), 2, 1],
      ]);
    },
  );

  it('undone boosts lower the count without a bell, down to 0', () => {
    const { events, group, bells, lastNumber } = decideAll([[boost(1, 1), boost(2, 1)], [boost(1, 2)], [boost(2, 2)]]);
    expect(places(events)).toEqual([
      [id(1000), 1, 2],
      [id(1000), 1, 1],
      [id(1000), 1, 0],
    ]);
    expect([group, bells, lastNumber]).toEqual([{ notificationId: id(1000), number: 1, count: 0 }, 1, 1]);
  });

  it('a boost that is given again joins its old unread notification without a bell', () => {
    const { events, bells, lastNumber } = decideAll([[boost(1, 1)], [boost(1, 2)], [boost(1, 3)], [boost(2, 1)]]);
    expect(places(events)).toEqual([
      [id(1000), 1, 1],
      [id(1000), 1, 0],
      [id(1000), 1, 1],
      [id(1000), 2, 2],
    ]);
    expect([bells, lastNumber]).toEqual([2, 2]);
  });

  it.each(['one', 'deleted'] as const)(
    'a boost given again after a mark (%s) returns to its old notification',
    (kind) => {
      const { events, bells, group } = decideAll([[boost(1, 1)], [boost(1, 2)], [boost(1, 3)]], readOrDeleted(kind));
      const change = [{ notificationId: id(1000), count: 1 }];
      expect(events.slice(1)).toMatchObject([
        { notificationId: null, fewer: change, more: [] },
        { notificationId: null, fewer: [], more: change, boosts: [{ notificationId: id(1000) }] },
      ]);
      expect([bells, group]).toEqual([1, emptyGroup]);
    },
  );

  it('a boost that was never announced is announced when given again', () => {
    const { events, bells } = decideAll([[boost(2, 1)], [boost(2, 2), boost(1, 1), boost(1, 2)], [boost(1, 3)]]);
    expect(events.map(({ number, count }) => [number, count])).toEqual([
      [1, 1],
      [1, 0],
      [2, 1],
    ]);
    expect(bells).toBe(2);
  });

  it('a boost that is undone in the same batch only records its toggle', () => {
    const { events, group, bells } = decideAll([[boost(1, 1), boost(1, 2)]]);
    expect(events).toMatchObject([
      { notificationId: null, number: null, count: 0, boosts: [{ toggle: 2, isBoosted: false, notificationId: null }] },
    ]);
    expect([group, bells]).toEqual([emptyGroup, 0]);
  });

  it('repeated and outdated toggles change nothing', () => {
    const { events, standing } = decideAll([[boost(1, 1), boost(1, 1)], [boost(1, 1)], [boost(1, 2)], [boost(1, 1)]]);
    expect(events.map(({ count }) => count)).toEqual([1, 0]);
    expect(standing).toBe(0);
    expect(decideAll([[boost(1, 2)], [boost(1, 1)]])).toMatchObject({ standing: 0, bells: 0, lastNumber: 0 });
  });

  it('undoing a boost of a read notification lowers only that notification’s count', () => {
    const [first, second] = [
      [boost(1, 1), boost(2, 1)],
      [boost(3, 1), boost(1, 2)],
    ];
    const { events } = decideAll([first, second], readOrDeleted('one'));
    const fewer = [{ notificationId: id(1000), count: 1 }];
    expect(events[1]).toMatchObject({ notificationId: id(1001), count: 1, fewer });
  });

  it('boosts by the owner send no bell', () => {
    const own = { ...boost(1, 1), boosterId: ownerId };
    expect(decideAll([[own]])).toMatchObject({ bells: 0, standing: 1 });
    expect(decideAll([[own, boost(2, 1)]])).toMatchObject({ bells: 1, standing: 2 });
  });
});
