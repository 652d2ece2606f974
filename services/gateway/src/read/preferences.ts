import { type CallContext, notificationRpc, type OwnUser } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

type NotificationPreferences = OwnUser['notificationPreferences'];

const allOn: NotificationPreferences = { questionBoosts: true, newReplies: true, reposts: true };

/** What a person wants to be told of. */
export class Preferences {
  constructor(private readonly rpc: RpcClient) {}

  /** While notification is out of reach all are on, as they are from the start: nobody is kept out by a switch that cannot be read. */
  async of(accountId: string, context: CallContext): Promise<NotificationPreferences> {
    const asOwner = { ...context, accountId };
    return this.rpc.call(notificationRpc.preferences, {}, asOwner).then(
      ({ preferences }) => preferences,
      () => allOn,
    );
  }
}
