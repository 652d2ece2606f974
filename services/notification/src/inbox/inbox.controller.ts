import { type CallContext, notificationRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { type CommandDefinition, CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { InboxQueries } from './inbox.queries.js';
import { InboxKeys, type OwnKeys } from './inbox-keys.js';
import { deleteNotification, type MarkInbox, markAllRead, markQuestionRead, markRead } from './read-inbox.decider.js';
import type { Mark } from './reading.js';

type Inbox = typeof notificationRpc.inbox;
type OneOfMine = RpcParsed<typeof notificationRpc.markRead>;
type Done = Record<string, never>;

const readerOf = ({ accountId }: CallContext): string => {
  if (accountId === null) throw new Refusal('unauthenticated');
  return accountId;
};

@Controller()
export class InboxController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: InboxQueries,
    private readonly keys: InboxKeys,
  ) {}

  @Handles(notificationRpc.inbox)
  async inbox(input: RpcParsed<Inbox>, context: CallContext): Promise<RpcOutput<Inbox>> {
    return { notifications: await this.queries.inbox(readerOf(context), input) };
  }

  @Handles(notificationRpc.unread)
  async unread(_input: object, context: CallContext) {
    return { unread: await this.queries.unread(readerOf(context)) };
  }

  @Handles(notificationRpc.news)
  news(_input: object, context: CallContext) {
    return this.queries.news(readerOf(context));
  }

  @Handles(notificationRpc.markRead)
  markRead(input: OneOfMine, context: CallContext): Promise<Done> {
    return this.#mark(markRead, (own) => this.queries.markOne(own, 'one', input.id), input, context);
  }

  @Handles(notificationRpc.markQuestionRead)
  markQuestionRead(input: RpcParsed<typeof notificationRpc.markQuestionRead>, context: CallContext): Promise<Done> {
    return this.#mark(markQuestionRead, (own) => this.queries.markQuestion(own, input.questionId), input, context);
  }

  @Handles(notificationRpc.markAllRead)
  markAllRead(input: object, context: CallContext): Promise<Done> {
    return this.#mark(markAllRead, (own) => this.queries.markAll(own), input, context);
  }

  @Handles(notificationRpc.deleteNotification)
  deleteNotification(input: OneOfMine, context: CallContext): Promise<Done> {
    return this.#mark(deleteNotification, (own) => this.queries.markOne(own, 'deleted', input.id), input, context);
  }

  async #mark(
    definition: CommandDefinition<MarkInbox, Done>,
    markOf: (own: OwnKeys) => Promise<Mark | null>,
    input: object,
    context: CallContext,
  ): Promise<Done> {
    const own = await this.keys.ownOf(readerOf(context));
    const { authorId, reader } = own;
    // Content has not processed the registration yet.
    if (authorId === null || reader === null) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    return this.pipeline.execute(
      definition,
      { authorId, reader, mark: await markOf(own) },
      commandContext(context, input),
    );
  }
}
