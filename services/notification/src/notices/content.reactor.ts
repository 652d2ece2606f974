import { type Owner, ReplyPosted, Revealed } from '@hearsay/contracts';
import { type AggregateDefinition, eventsOf, type GroupReactor, type StoredEvent } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { replyGroupKey } from '../inbox/inbox.aggregates.js';
import { type InboxKeys, isShownTo, type People } from '../inbox/inbox-keys.js';
import type { ReadState } from '../inbox/reading.js';
import { type NotifyReveal, notifyReveal } from './notify-once.decider.js';
import { type NotifyReplies, notifyReplies } from './notify-replies.decider.js';

const ownersIn = ({ data }: StoredEvent<typeof ReplyPosted | typeof Revealed>): Owner[] =>
  'replyId' in data ? [data.owner, data.questionOwner, ...(data.parentOwner ? [data.parentOwner] : [])] : [data.owner];

const isOpenlySame = (a: Owner, b: Owner) => a.accountId !== null && a.accountId === b.accountId;

const notificationIdAt = ({ meta }: StoredEvent): string => uuidv7(Date.parse(meta.occurredAt));

const recipientsOfReply = (cause: StoredEvent<typeof ReplyPosted>, people: People) => {
  const { replyId, questionId, owner: author, questionOwner, parentOwner, isApproval } = cause.data;
  // The reply came with an approval, whose notice links to the reply.
  if (isApproval) return [];
  const owners: [NotifyReplies['kind'], Owner][] = [];
  if (!isOpenlySame(questionOwner, author)) owners.push(['comment', questionOwner]);
  if (parentOwner && !isOpenlySame(parentOwner, author) && !isOpenlySame(parentOwner, questionOwner)) {
    owners.push(['reply', parentOwner]);
  }
  return owners.flatMap(([kind, owner]) => {
    const recipient = people.recipientOf(owner);
    if (!recipient) return [];
    const fact = {
      claim: `${kind}:${replyId}`,
      reply: { replyId, author, at: cause.meta.occurredAt },
      isShown: isShownTo(recipient, { kind, author, questionOwner }, people),
    };
    return [{ key: replyGroupKey(kind, recipient.inbox, questionId), recipient, kind, fact, cause }];
  });
};

/**
 * Notifies of replies and reveals. Skips a person's own act, and a second notification of one act. If the author is
 * anonymous, such an act makes a hidden row, because a missing row would reveal the author.
 */
export const contentReactor = (
  keys: InboxKeys,
  readings: AggregateDefinition<ReadState>,
): GroupReactor<typeof ReplyPosted | typeof Revealed> => {
  const definition = notifyReplies(readings);

  const ofReplies = (group: ReturnType<typeof recipientsOfReply>) => {
    const { recipient, kind, cause: first } = group[0]!;
    const { questionId, questionOwner } = first.data;
    const about = { recipient, kind, questionId, questionOwner, notificationId: notificationIdAt(first) };
    const input: NotifyReplies = { ...about, facts: group.map(({ fact }) => fact) };
    return { definition, input, cause: group.at(-1)!.cause };
  };

  const ofReveal = (cause: StoredEvent<typeof Revealed>, people: People) => {
    const { questionId, owner, countsRevision } = cause.data;
    const recipient = people.recipientOf(owner);
    // If `countsRevision` is set, the asker has opened the question by a lowered threshold or the end of its lock, and
    // needs no notification.
    if (!recipient || countsRevision !== undefined) return [];
    const notificationId = notificationIdAt(cause);
    const input: NotifyReveal = { claim: `reveal:${questionId}`, notificationId, recipient, questionId };
    return [{ definition: notifyReveal, input, cause }];
  };

  return {
    kind: 'group-reactor',
    name: 'content',
    source: 'content',
    events: [ReplyPosted, Revealed],
    async commandsOfGroup(events) {
      const people = await keys.recipientsOf(events.flatMap(ownersIn));
      const told = eventsOf(events, ReplyPosted).flatMap((cause) => recipientsOfReply(cause, people));
      return [
        ...[...Map.groupBy(told, ({ key }) => key).values()].map(ofReplies),
        ...eventsOf(events, Revealed).flatMap((event) => ofReveal(event, people)),
      ];
    },
  };
};
