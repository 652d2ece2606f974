import { type CallContext, notificationRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { deleteNotification, markAllRead, markRead } from './inbox.decider.js';
import { InboxQueries } from './inbox.queries.js';

type Inbox = typeof notificationRpc.inbox;
type OneOfMine = RpcParsed<typeof notificationRpc.markRead>;

const readerOf = ({ accountId }: CallContext): string => {
  if (accountId === null) throw new Refusal('unauthenticated');
  return accountId;
};

@Controller()
export class InboxController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: InboxQueries,
  ) {}

  @Handles(notificationRpc.inbox)
  async inbox(input: RpcParsed<Inbox>, context: CallContext): Promise<RpcOutput<Inbox>> {
    return { notifications: await this.queries.inbox(readerOf(context), input.before, input.limit) };
  }

  @Handles(notificationRpc.unread)
  async unread(_input: object, context: CallContext): Promise<RpcOutput<typeof notificationRpc.unread>> {
    return { unread: await this.queries.unread(readerOf(context)) };
  }

  @Handles(notificationRpc.markRead)
  async markRead(input: OneOfMine, context: CallContext): Promise<Record<string, never>> {
    const accountId = readerOf(context);
    const own = await this.queries.own(accountId, input.id);
    return this.pipeline.execute(markRead, { accountId, own }, commandContext(context, input));
  }

  @Handles(notificationRpc.markAllRead)
  async markAllRead(input: object, context: CallContext): Promise<Record<string, never>> {
    const accountId = readerOf(context);
    const unread = await this.queries.allUnread(accountId);
    return this.pipeline.execute(markAllRead, { accountId, unread }, commandContext(context, input));
  }

  @Handles(notificationRpc.deleteNotification)
  async deleteNotification(input: OneOfMine, context: CallContext): Promise<Record<string, never>> {
    const accountId = readerOf(context);
    const own = await this.queries.own(accountId, input.id);
    return this.pipeline.execute(deleteNotification, { accountId, own }, commandContext(context, input));
  }
}
