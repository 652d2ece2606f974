import { type LiveBell, NotificationRetracted, Notified, type Owner } from '@hearsay/contracts';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type BoostAct,
  type BoostGroup,
  boostActAggregate,
  boostGroupAggregate,
  type Inbox,
  inboxAggregate,
} from '../inbox/inbox.aggregates.js';
import { type NotifyBoost, notifyBoost } from './notify-boost.decider.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const owner: Owner = { accountId: id(1), sealed: null };
const contentId = id(2);
const now = '2026-11-20T10:00:00.000Z';

const boost = (number: number, toggle: number): NotifyBoost => ({
  boostId: id(100 + number),
  boosterId: id(200 + number),
  contentType: 'question',
  contentId,
  questionId: contentId,
  recipient: owner,
  accountId: id(1),
  isBoosted: toggle % 2 === 1,
  toggle,
  notificationId: id(1000 * number + toggle),
});

/** Decides one after the other on what the ones before have left. */
const decideAll = (inputs: readonly NotifyBoost[]) => {
  const acts = new Map<string, BoostAct | null>();
  let group: BoostGroup = { notificationId: null, count: 0 };
  let inbox: Inbox = { unread: 0 };
  const notified: [string, string, number | null][] = [];
  let lastBell: LiveBell | undefined;
  for (const input of inputs) {
    const view = viewOf([
      { aggregate: boostActAggregate, key: input.boostId, state: acts.get(input.boostId) ?? null },
      { aggregate: boostGroupAggregate, key: contentId, state: group },
      { aggregate: inboxAggregate, key: input.accountId, state: inbox },
    ]);
    const { events, live } = notifyBoost.decide(input, view, { now, accountId: null });
    for (const event of events) {
      acts.set(input.boostId, boostActAggregate.evolve(acts.get(input.boostId) ?? null, event));
      group = boostGroupAggregate.evolve(group, event);
      inbox = inboxAggregate.evolve(inbox, event);
      notified.push([event.type, event.data.notificationId, event.data.count]);
    }
    lastBell = (live?.[0]?.data as LiveBell | undefined) ?? lastBell;
  }
  return { notified, group, inbox, lastBell };
};

describe('boosts of a content', () => {
  it('share one notification while it is unread', () => {
    const { notified, inbox } = decideAll([boost(1, 1), boost(2, 1), boost(3, 1)]);
    const first = id(1001);
    expect(notified).toEqual([
      [Notified.type, first, 1],
      [Notified.type, first, 2],
      [Notified.type, first, 3],
    ]);
    expect(inbox.unread).toBe(1);
  });

  it('lower the count when they are taken back, and end the notification with the last', () => {
    const { notified, inbox, group } = decideAll([boost(1, 1), boost(2, 1), boost(1, 2), boost(2, 2)]);
    expect(notified.slice(2)).toEqual([
      [NotificationRetracted.type, id(1001), 1],
      [NotificationRetracted.type, id(1001), 0],
    ]);
    expect(inbox.unread).toBe(0);
    expect(group).toEqual({ notificationId: null, count: 0 });
  });

  it('begin a new notification after the last one ended', () => {
    const { notified } = decideAll([boost(1, 1), boost(1, 2), boost(1, 3)]);
    expect(notified.at(-1)).toEqual([Notified.type, id(1003), 1]);
  });

  it('change nothing when they are told again, or later than what followed them', () => {
    const { notified } = decideAll([boost(1, 1), boost(1, 1), boost(1, 2), boost(1, 1), boost(1, 2)]);
    expect(notified.map(([type]) => type)).toEqual([Notified.type, NotificationRetracted.type]);
  });

  it('leave nothing behind when they were taken back before they were heard of', () => {
    const { notified, inbox } = decideAll([boost(1, 2), boost(1, 1)]);
    expect(notified).toEqual([
      [Notified.type, id(1002), 1],
      [NotificationRetracted.type, id(1002), 0],
    ]);
    expect(inbox.unread).toBe(0);
  });

  it('push the notification with its sentence and the number of unread ones', () => {
    expect(decideAll([boost(1, 1), boost(2, 1)]).lastBell).toEqual({
      accountId: id(1),
      unread: 1,
      notification: {
        id: id(1001),
        type: 'boost',
        message: 'Your question got 2 boosts',
        isRead: false,
        createdAt: now,
        contentType: 'question',
        contentId,
        questionId: null,
        actorId: id(202),
        count: 2,
      },
    });
    expect(decideAll([boost(1, 1), boost(1, 2)]).lastBell).toEqual({ accountId: id(1), unread: 0, notification: null });
  });

  it('of a notification that was read leave its end to the reader', () => {
    const act: BoostAct = { notificationId: id(9), toggle: 1, isLive: true };
    const { events } = notifyBoost.decide(
      boost(1, 2),
      viewOf([
        { aggregate: boostActAggregate, key: id(101), state: act },
        { aggregate: boostGroupAggregate, key: contentId, state: { notificationId: id(10), count: 4 } },
        { aggregate: inboxAggregate, key: id(1), state: { unread: 1 } },
      ]),
      { now, accountId: null },
    );
    expect(events.map((event) => event.data)).toEqual([{ notificationId: id(9), boostAct: { boostId: id(101), toggle: 2 }, count: null }]);
  });
});
