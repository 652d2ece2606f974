import { type EventData, type Owner, ReplyPosted, Revealed } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { type SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import { type Notify, notify } from './notify.decider.js';

type NotificationFacts = Omit<Notify, 'notificationId' | 'recipient' | 'accountId' | 'level'>;

/** Tells of replies and reveals, never of one's own act. */
export const contentReactor = (authors: SealedAuthors): Reactor<typeof ReplyPosted | typeof Revealed> => {
  const notification = (recipient: Owner, accountId: string, occurredAt: string, facts: NotificationFacts) => ({
    definition: notify,
    input: { ...facts, recipient, accountId, level: null, notificationId: uuidv7(Date.parse(occurredAt)) } satisfies Notify,
  });

  const ofReply = (reply: EventData<typeof ReplyPosted>, occurredAt: string) => {
    const author = authors.accountOf(reply.owner);
    const facts = {
      type: 'comment',
      actorId: reply.owner.accountId,
      contentType: 'discussion',
      contentId: reply.replyId,
      questionId: reply.questionId,
    } as const;
    const asker = authors.accountOf(reply.questionOwner);
    const answered = reply.parentOwner && authors.accountOf(reply.parentOwner);
    const commands = [];
    if (asker !== null && asker !== author) {
      const claim = `comment:${reply.replyId}`;
      commands.push(notification(reply.questionOwner, asker, occurredAt, { ...facts, kind: 'comment', claim }));
    }
    if (reply.parentOwner && answered && answered !== author && answered !== asker) {
      const claim = `reply:${reply.replyId}`;
      commands.push(notification(reply.parentOwner, answered, occurredAt, { ...facts, kind: 'reply', claim }));
    }
    return commands;
  };

  const ofReveal = ({ questionId, owner }: EventData<typeof Revealed>, occurredAt: string) => {
    const asker = authors.accountOf(owner);
    if (asker === null) return [];
    return [
      notification(owner, asker, occurredAt, {
        claim: `reveal:${questionId}`,
        kind: 'reveal',
        type: 'other',
        actorId: null,
        contentType: 'question',
        contentId: questionId,
        questionId: null,
      }),
    ];
  };

  return {
    kind: 'reactor',
    name: 'content',
    source: 'content',
    events: [ReplyPosted, Revealed],
    commands: ({ type, data, meta }) => (type === ReplyPosted.type ? ofReply(data, meta.occurredAt) : ofReveal(data, meta.occurredAt)),
  };
};
