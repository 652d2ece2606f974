import { AccountRegistered, RoleGranted, RoleRevoked } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';

type RoleDefinition = typeof RoleGranted | typeof RoleRevoked;

/** Who there is and which roles they have. */
export const accountRows: ReadModel<typeof AccountRegistered | RoleDefinition> = {
  name: 'identity.accounts',
  events: [AccountRegistered, RoleGranted, RoleRevoked],
  tables: ['accounts'],
  async apply(tx, events) {
    // An account's roles only change after it was registered, so all new accounts can come first.
    await insertAccounts(tx, eventsOf(events, AccountRegistered));
    await setRoles(tx, eventsOf(events, RoleGranted, RoleRevoked));
  },
};

const insertAccounts = async (tx: Transaction, registered: readonly AppendedEvent<typeof AccountRegistered>[]): Promise<void> => {
  if (registered.length === 0) return;
  await tx.query(
    `insert into accounts (account_id, username_text_id, is_creator, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::timestamptz[])`,
    [
      registered.map((event) => event.data.accountId),
      registered.map((event) => event.data.usernameTextId),
      registered.map((event) => event.data.isCreator),
      registered.map((event) => event.meta.occurredAt),
    ],
  );
};

const setRoles = async (tx: Transaction, changes: readonly AppendedEvent<RoleDefinition>[]): Promise<void> => {
  if (changes.length === 0) return;
  const flags = new Map<string, { ambassador: boolean | null; spotlight: boolean | null }>();
  for (const change of changes) {
    const { accountId, role } = change.data;
    const flag = flags.get(accountId) ?? { ambassador: null, spotlight: null };
    flag[role] = change.type === RoleGranted.type;
    flags.set(accountId, flag);
  }
  await tx.query(
    `update accounts set is_ambassador = coalesce(flags.is_ambassador, accounts.is_ambassador),
       is_spotlight = coalesce(flags.is_spotlight, accounts.is_spotlight)
     from unnest($1::uuid[], $2::boolean[], $3::boolean[]) as flags (account_id, is_ambassador, is_spotlight)
     where accounts.account_id = flags.account_id`,
    [[...flags.keys()], [...flags.values()].map((flag) => flag.ambassador), [...flags.values()].map((flag) => flag.spotlight)],
  );
};
