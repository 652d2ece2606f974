import {
  AccountErased,
  AccountHidden,
  AccountRegistered,
  AccountShown,
  ProfileChanged,
  RoleGranted,
  RoleRevoked,
} from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, newestBy, type ReadModel, type Transaction } from '@hearsay/event-store';

type RoleDefinition = typeof RoleGranted | typeof RoleRevoked;
type RemovalDefinition = typeof AccountHidden | typeof AccountShown | typeof AccountErased;

/** Who there is or was, which roles they have and what they have made of their profile. */
export const accountRows: ReadModel<
  typeof AccountRegistered | RoleDefinition | typeof ProfileChanged | RemovalDefinition
> = {
  name: 'identity.accounts',
  events: [AccountRegistered, RoleGranted, RoleRevoked, ProfileChanged, AccountHidden, AccountShown, AccountErased],
  tables: ['accounts'],
  async apply(tx, events) {
    // An account's roles only change after it was registered, so all new accounts can come first.
    await insertAccounts(tx, eventsOf(events, AccountRegistered));
    await setRoles(tx, eventsOf(events, RoleGranted, RoleRevoked));
    await changeProfiles(tx, eventsOf(events, ProfileChanged));
    await setRemovals(tx, eventsOf(events, AccountHidden, AccountShown, AccountErased));
  },
};

const insertAccounts = async (
  tx: Transaction,
  registered: readonly AppendedEvent<typeof AccountRegistered>[],
): Promise<void> => {
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
    [
      [...flags.keys()],
      [...flags.values()].map((flag) => flag.ambassador),
      [...flags.values()].map((flag) => flag.spotlight),
    ],
  );
};

const changeProfiles = async (
  tx: Transaction,
  changes: readonly AppendedEvent<typeof ProfileChanged>[],
): Promise<void> => {
  if (changes.length === 0) return;
  const profiles = new Map<string, (typeof changes)[number]['data']>();
  for (const { data } of changes) profiles.set(data.accountId, { ...profiles.get(data.accountId), ...data });
  const rows = [...profiles.values()];
  await tx.query(
    `update accounts set show_activity = coalesce(next.show_activity, accounts.show_activity),
       hide_ambassador_title = coalesce(next.hide_title, accounts.hide_ambassador_title),
       gradient_colors = coalesce(next.gradient, accounts.gradient_colors),
       chosen_aura = coalesce(next.aura, accounts.chosen_aura),
       who_may_ask = coalesce(next.who_may_ask, accounts.who_may_ask),
       profile_link_text_id = case when next.has_link then next.link else accounts.profile_link_text_id end,
       profile_image_text_id = case when next.has_image then next.image else accounts.profile_image_text_id end
     from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::uuid[], $9::boolean[], $10::uuid[])
       as next (account_id, show_activity, hide_title, gradient, aura, who_may_ask, has_link, link, has_image, image)
     where accounts.account_id = next.account_id`,
    [
      rows.map((row) => row.accountId),
      rows.map((row) => row.showActivity ?? null),
      rows.map((row) => row.hideAmbassadorTitle ?? null),
      rows.map((row) => row.gradientColors ?? null),
      rows.map((row) => row.chosenAura ?? null),
      rows.map((row) => row.whoMayAsk ?? null),
      rows.map((row) => row.profileLinkTextId !== undefined),
      rows.map((row) => row.profileLinkTextId ?? null),
      rows.map((row) => row.profileImageTextId !== undefined),
      rows.map((row) => row.profileImageTextId ?? null),
    ],
  );
};

const setRemovals = async (tx: Transaction, changes: readonly AppendedEvent<RemovalDefinition>[]): Promise<void> => {
  if (changes.length === 0) return;
  const rows = newestBy(changes, ({ data }) => data.accountId);
  await tx.query(
    `update accounts set hidden_at = next.hidden_at, removal_id = next.removal_id, is_erased = next.is_erased
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::boolean[]) as next (account_id, hidden_at, removal_id, is_erased)
     where accounts.account_id = next.account_id`,
    [
      rows.map((row) => row.data.accountId),
      rows.map((row) => (row.type === AccountShown.type ? null : row.meta.occurredAt)),
      rows.map((row) => (row.type === AccountShown.type ? null : row.data.removalId)),
      rows.map((row) => row.type === AccountErased.type),
    ],
  );
};
