import { type CallContext, notificationRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { type CommandDefinition, CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { InboxQueries } from './inbox.queries.js';
import { InboxKeys } from './inbox-keys.js';
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
  async unread(_input: object, context: CallContext): Promise<RpcOutput<typeof notificationRpc.unread>> {
    return { unread: await this.queries.unread(readerOf(context)) };
  }

  @Handles(notificationRpc.news)
  news(_input: object, context: CallContext): Promise<RpcOutput<typeof notificationRpc.news>> {
    return this.queries.news(readerOf(context));
  }

  @Handles(notificationRpc.markRead)
  markRead(input: OneOfMine, context: CallContext): Promise<Done> {
    return this.#mark(markRead, (accountId) => this.queries.markOne(accountId, 'one', input.id), input, context);
  }

  @Handles(notificationRpc.markQuestionRead)
  markQuestionRead(input: RpcParsed<typeof notificationRpc.markQuestionRead>, context: CallContext): Promise<Done> {
    return this.#mark(markQuestionRead, (accountId) => this.queries.markQuestion(accountId, input.questionId), input, context);
  }

  @Handles(notificationRpc.markAllRead)
  markAllRead(input: object, context: CallContext): Promise<Done> {
    return this.#mark(markAllRead, (accountId) => this.queries.markAll(accountId), input, context);
  }

  @Handles(notificationRpc.deleteNotification)
  deleteNotification(input: OneOfMine, context: CallContext): Promise<Done> {
    return this.#mark(deleteNotification, (accountId) => this.queries.markOne(accountId, 'deleted', input.id), input, context);
  }

  async #mark(
    definition: CommandDefinition<MarkInbox, Done>,
    markOf: (accountId: string) => Promise<Mark | null>,
    input: object,
    context: CallContext,
  ): Promise<Done> {
    const accountId = readerOf(context);
    const mark = await markOf(accountId);
    return this.pipeline.execute(definition, { accountId, reader: this.keys.readerOf(accountId), mark }, commandContext(context, input));
  }
}
