import { BoostsNotified, type EventData } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, newEvent } from '@hearsay/event-store';
import { boostActAggregate, boostGroupAggregate, inboxAggregate } from '../inbox/inbox.aggregates.js';
import { type BoostAct, type BoostState, emptyGroup, type NotificationGroup } from '../inbox/inbox.sql.js';
import { bellMessagesFor, type Recipient } from '../inbox/inbox-keys.js';
import { emptyReadState, isUnread, type ReadState } from '../inbox/reading.js';

type Boosts = EventData<typeof BoostsNotified>;

/** `at` is the instant of the act. */
export type BoostToggle = Omit<BoostState, 'notificationId'>;

/** Toggles of boosts of one content, in order of arrival. */
export interface NotifyBoosts extends Pick<Boosts, 'contentType' | 'contentId' | 'questionId'> {
  readonly recipient: Recipient;
  readonly facts: readonly BoostToggle[];
  readonly notificationId: string;
}

/**
 * Boosts of one content join its notification while this is unread. Each boost is announced once. If it is undone and
 * given again, it joins its old notification without a bell.
 */
export const notifyBoosts = (
  readings: AggregateDefinition<ReadState>,
): CommandDefinition<NotifyBoosts, void, typeof BoostsNotified> => ({
  type: 'notify-boosts',
  plan: ({ recipient, contentId, facts }) => ({
    aggregates: {
      [inboxAggregate.name]: [recipient.inbox],
      [readings.name]: recipient.reader === null ? [] : [recipient.reader],
      [boostGroupAggregate.name]: [contentId],
      [boostActAggregate.name]: facts.map(({ boostId }) => boostId),
    },
  }),
  decide({ recipient, contentType, contentId, questionId, facts, notificationId: newId }, view) {
    const { owner, personId, side, inbox, reader } = recipient;
    const reading = reader === null ? emptyReadState : view.state(readings, reader);
    const group = groupToJoin(view.state(boostGroupAggregate, contentId), reading, { side, questionId });
    const change = boostChanges(facts, group, newId, (boostId) => view.state(boostActAggregate, boostId));
    if (change.boosts.size === 0) return { events: [], result: undefined };
    const isThere = group.notificationId !== null || change.count > 0;
    const isNews = change.given.size > 0 && change.count > 0;
    const data: Boosts = {
      recipient: owner,
      contentType,
      contentId,
      questionId,
      notificationId: isThere ? (group.notificationId ?? newId) : null,
      number: isThere ? (isNews ? view.state(inboxAggregate, inbox).lastNumber + 1 : group.number) : null,
      count: change.count,
      boosts: [...change.boosts.values()],
      fewer: countsOf(change.fewer),
      more: countsOf(change.more),
    };
    return {
      events: [
        newEvent(BoostsNotified, data, {
          aggregate: boostGroupAggregate,
          key: contentId,
          touches: [{ aggregate: inboxAggregate, key: inbox }],
        }),
      ],
      live:
        isNews && [...change.given.values()].some((boosterId) => boosterId !== personId)
          ? bellMessagesFor(recipient)
          : [],
      result: undefined,
    };
  },
});

/** The empty group if its notification was read or deleted, so that the next act begins a new one. */
export const groupToJoin = (
  group: NotificationGroup,
  reading: ReadState,
  about: { side: Recipient['side']; questionId: string },
): NotificationGroup => {
  if (group.notificationId === null) return emptyGroup;
  const notice = {
    id: group.notificationId,
    side: about.side,
    number: group.number,
    aboutQuestionId: about.questionId,
  };
  return isUnread(reading, notice) ? group : emptyGroup;
};

interface Change {
  count: number;
  readonly boosts: Map<string, BoostState>;
  readonly given: Map<string, string>;
  readonly fewer: Map<string, number>;
  readonly more: Map<string, number>;
}

const countsOf = (byNotification: ReadonlyMap<string, number>) =>
  [...byNotification].map(([notificationId, count]) => ({ notificationId, count }));

const addOne = (counts: Map<string, number>, id: string): unknown => counts.set(id, (counts.get(id) ?? 0) + 1);

/**
 * Only the highest toggle of a boost matters: odd toggles boost, and even toggles undo. An older toggle that arrives
 * later changes nothing.
 */
const boostChanges = (
  facts: readonly BoostToggle[],
  group: NotificationGroup,
  newId: string,
  actOf: (boostId: string) => BoostAct,
): Change => {
  const current = group.notificationId ?? newId;
  const change: Change = { count: group.count, boosts: new Map(), given: new Map(), fewer: new Map(), more: new Map() };
  for (const { boostId, boosterId, isBoosted, toggle, at } of facts) {
    const before = change.boosts.get(boostId) ?? actOf(boostId);
    if (toggle <= before.toggle) continue;
    let { notificationId } = before;
    if (isBoosted && !before.isBoosted) {
      if (notificationId === null) change.given.set(boostId, boosterId);
      notificationId ??= current;
      if (notificationId === current) change.count += 1;
      else addOne(change.more, notificationId);
    } else if (!isBoosted && before.isBoosted && notificationId !== null) {
      if (notificationId === current) change.count -= 1;
      else addOne(change.fewer, notificationId);
      // The boost was undone before it was announced.
      if (change.given.delete(boostId)) notificationId = null;
    }
    change.boosts.set(boostId, { boostId, boosterId, at, toggle, isBoosted, notificationId });
  }
  return change;
};
