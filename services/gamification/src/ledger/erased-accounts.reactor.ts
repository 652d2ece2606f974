import { AccountErased } from '@hearsay/contracts';
import type { CommandDefinition, Reactor } from '@hearsay/event-store';

interface ForgetReasons {
  readonly accountId: string;
}

const forgetReasons: CommandDefinition<ForgetReasons, void> = {
  type: 'forget-reasons',
  plan: () => ({ aggregates: {} }),
  decide: (input) => ({ events: [], rows: { forgottenReasons: [input] }, result: undefined }),
};

export const erasedAccountsReactor: Reactor<typeof AccountErased> = {
  kind: 'reactor',
  name: 'erased-accounts',
  source: 'identity',
  events: [AccountErased],
  commands: ({ data: { accountId } }) => [{ definition: forgetReasons, input: { accountId } }],
};
