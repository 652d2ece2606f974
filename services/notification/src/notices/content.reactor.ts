import { type Owner, ReplyPosted, Revealed } from '@hearsay/contracts';
import { type AggregateDefinition, eventsOf, type GroupReactor, type StoredEvent } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import { replyGroupKey } from '../inbox/inbox.aggregates.js';
import { type InboxKeys, isShownTo, type People } from '../inbox/inbox-keys.js';
import type { Reading } from '../inbox/reading.js';
import { type NotifyReveal, notifyReveal } from './notify-once.decider.js';
import { type NotifyReplies, notifyReplies } from './notify-replies.decider.js';

type ReplyEvent = StoredEvent<typeof ReplyPosted>;
type Gathered = NotifyReplies & { readonly facts: NotifyReplies['facts'][number][] };

const ownersIn = ({ data }: StoredEvent<typeof ReplyPosted | typeof Revealed>): Owner[] =>
  'replyId' in data ? [data.owner, data.questionOwner, ...(data.parentOwner ? [data.parentOwner] : [])] : [data.owner];

const isOpenlySame = (a: Owner, b: Owner) => a.accountId !== null && a.accountId === b.accountId;

/**
 * Skips own acts, and a second notification of one act. If an author is anonymous, the act is recorded and hidden
 * instead: a missing row would reveal that author.
 */
export const contentReactor = (
  keys: InboxKeys,
  readings: AggregateDefinition<Reading>,
): GroupReactor<typeof ReplyPosted | typeof Revealed> => {
  const definition = notifyReplies(readings);

  const gather = (cause: ReplyEvent, people: People, into: Map<string, { input: Gathered; cause: ReplyEvent }>) => {
    const { data, meta } = cause;
    const { replyId, questionId, owner: author, questionOwner, parentOwner } = data;
    const recipients: [Gathered['kind'], Owner][] = [];
    if (!isOpenlySame(questionOwner, author)) recipients.push(['comment', questionOwner]);
    if (parentOwner && !isOpenlySame(parentOwner, author) && !isOpenlySame(parentOwner, questionOwner)) {
      recipients.push(['reply', parentOwner]);
    }
    for (const [kind, owner] of recipients) {
      const recipient = people.recipientOf(owner);
      if (!recipient) continue;
      const fact = {
        claim: `${kind}:${replyId}`,
        reply: { replyId, author, at: meta.occurredAt },
        isShown: isShownTo(recipient, { kind, author, questionOwner }, people),
      };
      const key = replyGroupKey(kind, recipient.inbox, questionId);
      const known = into.get(key);
      if (known) {
        known.input.facts.push(fact);
        known.cause = cause;
      } else {
        const notificationId = uuidv7(Date.parse(meta.occurredAt));
        into.set(key, { input: { recipient, kind, questionId, questionOwner, facts: [fact], notificationId }, cause });
      }
    }
  };

  const ofReveal = (cause: StoredEvent<typeof Revealed>, people: People) => {
    const { questionId, owner } = cause.data;
    const recipient = people.recipientOf(owner);
    if (!recipient) return [];
    const notificationId = uuidv7(Date.parse(cause.meta.occurredAt));
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
      const gathered = new Map<string, { input: Gathered; cause: ReplyEvent }>();
      for (const event of eventsOf(events, ReplyPosted)) gather(event, people, gathered);
      return [
        ...[...gathered.values()].map(({ input, cause }) => ({ definition, input, cause })),
        ...eventsOf(events, Revealed).flatMap((event) => ofReveal(event, people)),
      ];
    },
  };
};
