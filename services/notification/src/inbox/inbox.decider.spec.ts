import { NotificationDeleted, NotificationsRead } from '@hearsay/contracts';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { type BoostGroup, boostGroupAggregate, inboxAggregate, type Notice, noticeAggregate } from './inbox.aggregates.js';
import { deleteNotification, markAllRead, markRead, type OwnNotification } from './inbox.decider.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const accountId = id(1);
const contentId = id(2);
const context = { now: '2026-11-20T10:00:00.000Z', accountId };
const comment = (number: number): OwnNotification => ({ id: id(number), boostedContentId: null });
const boosts = (number: number): OwnNotification => ({ id: id(number), boostedContentId: contentId });

const viewFor = (notices: Record<number, Notice | null>, unread: number, group: BoostGroup = { notificationId: null, count: 0 }) =>
  viewOf([
    { aggregate: inboxAggregate, key: accountId, state: { unread } },
    { aggregate: boostGroupAggregate, key: contentId, state: group },
    ...Object.entries(notices).map(([number, state]) => ({ aggregate: noticeAggregate, key: id(Number(number)), state })),
  ]);
const unreadNotice: Notice = { isRead: false, isSealed: false };
const readNotice: Notice = { isRead: true, isSealed: false };
const sealedNotice: Notice = { isRead: false, isSealed: true };

describe('reading', () => {
  it('happens once', () => {
    const { events, live } = markRead.decide({ accountId, own: comment(5) }, viewFor({ 5: unreadNotice }, 3), context);
    expect(events).toMatchObject([{ definition: NotificationsRead, key: id(5), data: { notificationIds: [id(5)] } }]);
    expect(live).toMatchObject([{ data: { accountId, notification: null, unread: 2 } }]);
    expect(markRead.decide({ accountId, own: comment(5) }, viewFor({ 5: readNotice }, 2), context).events).toEqual([]);
  });

  it('ends the group that boosts would join', () => {
    const group = { notificationId: id(5), count: 2 };
    const { events } = markRead.decide({ accountId, own: boosts(5) }, viewFor({ 5: unreadNotice }, 1, group), context);
    expect(events[0]?.touches).toContainEqual({ aggregate: boostGroupAggregate.name, key: contentId });
    expect(boostGroupAggregate.evolve(group, events[0]!)).toEqual({
      notificationId: null,
      count: 0,
    });
  });

  it.each([
    [null, viewFor({}, 0)],
    [comment(5), viewFor({ 5: null }, 0)],
  ])('is refused for what is not there', (own, view) => {
    expect(() => markRead.decide({ accountId, own }, view, context)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => deleteNotification.decide({ accountId, own }, view, context)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('reading all', () => {
  it('is one event for what is told by name, and one of its own without actor for each anonymous content', () => {
    const view = viewFor({ 5: unreadNotice, 6: sealedNotice, 7: unreadNotice, 8: readNotice }, 3);
    const unread = [comment(5), comment(6), comment(7), comment(8)];
    const { events, live } = markAllRead.decide({ accountId, unread }, view, context);
    expect(events).toMatchObject([
      { aggregate: noticeAggregate.name, key: id(6), data: { notificationIds: [id(6)] }, isAnonymous: true, isUnlinked: true },
      { aggregate: inboxAggregate.name, key: accountId, data: { notificationIds: [id(5), id(7)] } },
    ]);
    expect(JSON.stringify({ ...events[0], touches: [] })).not.toContain(accountId);
    expect(live).toMatchObject([{ data: { unread: 0 } }]);
  });

  it('changes nothing where nothing is unread, and makes no inbox for a mere look', () => {
    expect(markAllRead.plan({ accountId, unread: [] }, context)).toEqual({ aggregates: {} });
    expect(markAllRead.decide({ accountId, unread: [] }, viewFor({}, 0), context).events).toEqual([]);
  });
});

describe('deleting', () => {
  it.each([
    [comment(5), { 5: unreadNotice }, undefined, true, 1],
    [comment(5), { 5: readNotice }, undefined, false, 2],
    [boosts(5), { 5: unreadNotice }, { notificationId: id(5), count: 1 }, true, 1],
    // The group ended in this very batch: the row read before does not know it yet.
    [boosts(5), { 5: unreadNotice }, { notificationId: null, count: 0 }, false, 2],
  ])('lowers the number of unread ones only for an unread one', (own, notices, group, wasUnread, left) => {
    const { events, live } = deleteNotification.decide({ accountId, own }, viewFor(notices, 2, group), context);
    expect(events).toMatchObject([{ definition: NotificationDeleted, data: { notificationId: id(5), wasUnread } }]);
    expect(live).toMatchObject([{ data: { notification: null, unread: left } }]);
  });
});
