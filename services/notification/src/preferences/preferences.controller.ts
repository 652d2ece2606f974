import { type CallContext, notificationRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { preferencesOf, setPreferences } from './preferences.decider.js';
import { PreferencesQueries } from './preferences.sql.js';

type Answer = RpcOutput<typeof notificationRpc.preferences>;

@Controller()
export class PreferencesController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: PreferencesQueries,
  ) {}

  @Handles(notificationRpc.preferences)
  async preferences(_input: object, { accountId }: CallContext): Promise<Answer> {
    if (accountId === null) throw new Refusal('unauthenticated');
    return { preferences: preferencesOf(await this.queries.switchesOf(accountId)) };
  }

  @Handles(notificationRpc.setPreferences)
  async setPreferences(
    changes: RpcParsed<typeof notificationRpc.setPreferences>,
    context: CallContext,
  ): Promise<Answer> {
    const { accountId } = context;
    if (accountId === null) throw new Refusal('unauthenticated');
    await this.pipeline.execute(setPreferences, { accountId, changes }, commandContext(context, changes));
    return this.preferences({}, context);
  }
}
