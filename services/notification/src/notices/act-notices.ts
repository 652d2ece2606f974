import type { Owner } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { type NotifyAct, notifyAct } from './notify-once.decider.js';

type Act = Pick<NotifyAct, 'claim' | 'kind'> &
  Partial<Pick<NotifyAct, 'actorId' | 'contentType' | 'contentId' | 'questionId' | 'actId'>>;

const nothing = { actorId: null, contentType: null, contentId: null, questionId: null, actId: null } as const;

/**
 * Tells `to` of an act, unless it is openly their own. The command is there for the own act of an anonymous author as well: what is missing
 * would name them.
 */
export const actNotice = async (keys: InboxKeys, to: Owner, cause: StoredEvent, act: Act) => {
  if (to.accountId !== null && to.accountId === act.actorId) return [];
  const recipient = (await keys.peopleOf([to])).recipientOf(to);
  if (!recipient) return [];
  const notificationId = uuidv7(Date.parse(cause.meta.occurredAt));
  const input: NotifyAct = { ...nothing, ...act, notificationId, recipient };
  return [{ definition: notifyAct, input }];
};
