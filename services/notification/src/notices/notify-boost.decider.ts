import { type ContentType, NotificationRetracted, Notified, type Owner } from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import { bell, newView } from '../inbox/bell.js';
import {
  type BoostAct,
  type BoostGroup,
  boostActAggregate,
  boostGroupAggregate,
  inboxAggregate,
  unreadChange,
} from '../inbox/inbox.aggregates.js';

export interface NotifyBoost {
  readonly boostId: string;
  readonly boosterId: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
  /** As the event may name them; `accountId` is the person behind it. */
  readonly recipient: Owner;
  readonly accountId: string;
  readonly isBoosted: boolean;
  readonly toggle: number;
  /** For the notification that this boost begins, if it does. */
  readonly notificationId: string;
}

type BoostNotice = typeof Notified | typeof NotificationRetracted;

/**
 * Boosts of a content share one notification while it is unread. Toggles alternate, so where one has not arrived it is taken
 * for granted, and an older toggle never undoes a newer one.
 */
export const notifyBoost: CommandDefinition<NotifyBoost, void, BoostNotice> = {
  type: 'notify-boost',
  plan: ({ accountId, contentId, boostId }) => ({
    aggregates: { [inboxAggregate.name]: [accountId], [boostGroupAggregate.name]: [contentId], [boostActAggregate.name]: [boostId] },
  }),
  decide(input, view, { now }) {
    let act = view.state<BoostAct | null>(boostActAggregate, input.boostId);
    if (act && input.toggle <= act.toggle) return { events: [], result: undefined };
    let group = view.state(boostGroupAggregate, input.contentId);
    let { unread } = view.state(inboxAggregate, input.accountId);
    const isLive = act?.isLive ?? false;
    const steps = isLive === input.isBoosted ? [!input.isBoosted, input.isBoosted] : [input.isBoosted];
    const events: NewEvent<BoostNotice>[] = [];
    for (const isBoost of steps) {
      const event = isBoost ? boosted(input, group) : retracted(input, group, act!);
      act = boostActAggregate.evolve(act, event);
      group = boostGroupAggregate.evolve(group, event);
      unread += unreadChange(event);
      events.push(event);
    }
    const notified = events.at(-1)!;
    const shown = notified.type === Notified.type ? newView(notified.data, now) : null;
    return { events, live: [bell(input.accountId, shown, unread)], result: undefined };
  },
};

const boosted = (input: NotifyBoost, group: BoostGroup) =>
  newEvent(
    Notified,
    {
      notificationId: group.notificationId ?? input.notificationId,
      recipient: input.recipient,
      kind: 'boost',
      type: 'boost',
      actorId: input.boosterId,
      contentType: input.contentType,
      contentId: input.contentId,
      questionId: input.contentType === 'discussion' ? input.questionId : null,
      level: null,
      count: group.count + 1,
      boostAct: { boostId: input.boostId, toggle: input.toggle },
    },
    envelopeOf(input),
  );

const retracted = (input: NotifyBoost, group: BoostGroup, act: BoostAct) =>
  newEvent(
    NotificationRetracted,
    {
      notificationId: act.notificationId,
      boostAct: { boostId: input.boostId, toggle: input.toggle },
      count: group.notificationId === act.notificationId ? group.count - 1 : null,
    },
    envelopeOf(input),
  );

const envelopeOf = (input: NotifyBoost) => ({
  aggregate: boostActAggregate,
  key: input.boostId,
  touches: [
    { aggregate: inboxAggregate, key: input.accountId },
    { aggregate: boostGroupAggregate, key: input.contentId },
  ],
  routingId: input.questionId,
});
