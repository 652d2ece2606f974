import { type ContentType, type EventData, type NotificationType, Notified, type Owner } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import { bell, newView } from './bell.js';
import { inboxKind, noticeKind } from './inbox.entities.js';
import type { NotificationKind } from './message.js';

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
export const notify: CommandDefinition<Notify, void> = {
  type: 'notify',
  plan: ({ claim, accountId, notificationId }) => ({
    entities: { [inboxKind.name]: [accountId], [noticeKind.name]: [notificationId] },
    claims: [claim],
  }),
  decide({ claim, accountId, ...told }, view, { now }) {
    if (!view.holds(claim)) return { events: [], result: undefined };
    const data: EventData<typeof Notified> = { ...told, count: 1, boostAct: null };
    return {
      events: [
        {
          kind: noticeKind.name,
          key: told.notificationId,
          definition: Notified,
          data,
          touches: [{ kind: inboxKind.name, key: accountId }],
          routingId: told.questionId ?? told.contentId ?? told.notificationId,
        },
      ],
      live: [bell(accountId, newView(data, now), view.state(inboxKind, accountId).unread + 1)],
      result: undefined,
    };
  },
};
