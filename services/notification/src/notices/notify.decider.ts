import { type ContentType, type EventData, type NotificationType, Notified, type Owner } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { bell, newView } from '../inbox/bell.js';
import { inboxAggregate, noticeAggregate } from '../inbox/inbox.aggregates.js';
import type { NotificationKind } from '../inbox/message.js';

export interface Notify {
  /** Permanent: one notification for each, also after it is deleted. */
  readonly claim: string;
  readonly notificationId: string;
  /** As the event may name them; `accountId` is the person behind it. */
  readonly recipient: Owner;
  readonly accountId: string;
  readonly kind: Exclude<NotificationKind, 'boost'>;
  readonly type: NotificationType;
  readonly actorId: string | null;
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
  readonly questionId: string | null;
  readonly level: number | null;
}

/** Tells a person one thing, once. */
export const notify: CommandDefinition<Notify, void, typeof Notified> = {
  type: 'notify',
  plan: ({ claim, accountId, notificationId }) => ({
    aggregates: { [inboxAggregate.name]: [accountId], [noticeAggregate.name]: [notificationId] },
    claims: [claim],
  }),
  decide({ claim, accountId, ...notified }, view, { now }) {
    if (!view.holds(claim)) return { events: [], result: undefined };
    const data: EventData<typeof Notified> = { ...notified, count: 1, boostAct: null };
    return {
      events: [
        newEvent(Notified, data, {
          aggregate: noticeAggregate,
          key: notified.notificationId,
          touches: [{ aggregate: inboxAggregate, key: accountId }],
          routingId: notified.questionId ?? notified.contentId ?? notified.notificationId,
        }),
      ],
      live: [bell(accountId, newView(data, now), view.state(inboxAggregate, accountId).unread + 1)],
      result: undefined,
    };
  },
};
