import { type EventData, RepliesNotified } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, newEvent } from '@hearsay/event-store';
import { inboxAggregate, replyGroupAggregate, replyGroupKey } from '../inbox/inbox.aggregates.js';
import { bellMessagesFor, type Recipient } from '../inbox/inbox-keys.js';
import { emptyReadState, type ReadState } from '../inbox/reading.js';
import { groupToJoin } from './notify-boosts.decider.js';

type Replies = EventData<typeof RepliesNotified>;

interface ReplyFact {
  readonly claim: string;
  readonly reply: Replies['replies'][number];
  /** False for the recipient's own reply, and for a reply that the recipient also gets as the question's owner. */
  readonly isShown: boolean;
}

export interface NotifyReplies extends Pick<Replies, 'kind' | 'questionId' | 'questionOwner'> {
  readonly recipient: Recipient;
  readonly facts: readonly ReplyFact[];
  readonly notificationId: string;
}

/** Replies under a question share one notification per person while it is unread. */
export const notifyReplies = (
  readings: AggregateDefinition<ReadState>,
): CommandDefinition<NotifyReplies, void, typeof RepliesNotified> => ({
  type: 'notify-replies',
  plan: ({ recipient, kind, questionId, facts }) => ({
    aggregates: {
      [inboxAggregate.name]: [recipient.inbox],
      [readings.name]: recipient.reader === null ? [] : [recipient.reader],
      [replyGroupAggregate.name]: [replyGroupKey(kind, recipient.inbox, questionId)],
    },
    claims: facts.map(({ claim }) => claim),
  }),
  decide({ recipient, kind, questionId, questionOwner, facts, notificationId }, view) {
    const once = new Map(facts.map((fact) => [fact.claim, fact]));
    const news = [...once.values()].filter(({ claim }) => view.holds(claim));
    if (news.length === 0) return { events: [], result: undefined };
    const { owner, side, inbox, reader } = recipient;
    const key = replyGroupKey(kind, inbox, questionId);
    const reading = reader === null ? emptyReadState : view.state(readings, reader);
    const group = groupToJoin(view.state(replyGroupAggregate, key), reading, { side, questionId });
    const data: Replies = {
      recipient: owner,
      kind,
      questionId,
      questionOwner,
      notificationId: group.notificationId ?? notificationId,
      number: view.state(inboxAggregate, inbox).lastNumber + 1,
      count: group.count + news.length,
      replies: news.map(({ reply }) => reply),
    };
    return {
      events: [
        newEvent(RepliesNotified, data, {
          aggregate: replyGroupAggregate,
          key,
          touches: [{ aggregate: inboxAggregate, key: inbox }],
        }),
      ],
      live: news.some(({ isShown }) => isShown) ? bellMessagesFor(recipient) : [],
      result: undefined,
    };
  },
});
