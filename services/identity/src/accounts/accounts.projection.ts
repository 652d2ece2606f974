import {
  AccountErased,
  AccountHidden,
  AccountRegistered,
  AccountShown,
  type EventData,
  InvitationRemoved,
  ProfileChanged,
  RoleGranted,
  RoleRevoked,
} from '@hearsay/contracts';
import {
  type AppendedEvent,
  eventsOf,
  insertRows,
  newestBy,
  type ReadModel,
  type Transaction,
  updateRows,
  withRows,
} from '@hearsay/event-store';

type ProfileDefinition = typeof ProfileChanged | typeof InvitationRemoved;
type RoleDefinition = typeof RoleGranted | typeof RoleRevoked;
type RemovalDefinition = typeof AccountHidden | typeof AccountShown | typeof AccountErased;

export const accountRows: ReadModel<typeof AccountRegistered | RoleDefinition | ProfileDefinition | RemovalDefinition> =
  {
    name: 'identity.accounts',
    events: [
      ...[AccountRegistered, RoleGranted, RoleRevoked, ProfileChanged, InvitationRemoved],
      ...[AccountHidden, AccountShown, AccountErased],
    ],
    tables: ['accounts'],
    async apply(tx, events) {
      // Inserts new accounts first, because later events of the same batch may change their roles and profiles.
      const registered = eventsOf(events, AccountRegistered).map(({ data, meta }) => {
        const { accountId, usernameTextId, isCreator } = data;
        return { accountId, usernameTextId, isCreator, createdAt: meta.occurredAt };
      });
      await insertRows(tx, 'accounts', registered);
      await changeFields(tx, eventsOf(events, RoleGranted, RoleRevoked, ProfileChanged, InvitationRemoved));
      await setRemovals(tx, eventsOf(events, AccountHidden, AccountShown, AccountErased));
    },
  };

type ChangeDefinition = RoleDefinition | ProfileDefinition;

const changeOf = ({ type, data }: AppendedEvent<ChangeDefinition>) => {
  if (type === ProfileChanged.type) return data;
  if (type === InvitationRemoved.type) return { ...data, invitationTextId: null, invitationHiddenBy: null };
  return {
    accountId: data.accountId,
    [data.role === 'ambassador' ? 'isAmbassador' : 'isSpotlight']: type === RoleGranted.type,
  };
};

/** Changes only the fields that the events contain. */
const changeFields = async (tx: Transaction, changes: readonly AppendedEvent<ChangeDefinition>[]): Promise<void> => {
  const rows = new Map<string, Partial<EventData<typeof ProfileChanged>>>();
  for (const change of changes)
    rows.set(change.data.accountId, { ...rows.get(change.data.accountId), ...changeOf(change) });
  await withRows(
    tx,
    `account_id uuid, is_ambassador boolean, is_spotlight boolean, show_activity boolean, hide_ambassador_title boolean,
     gradient_colors text, chosen_aura text, who_may_ask text, has_link boolean, profile_link_text_id uuid,
     has_image boolean, profile_image_text_id uuid, has_invitation boolean, invitation_text_id uuid,
     has_hiding boolean, invitation_hidden_by uuid, anonymous_asks text, has_end boolean, anonymous_asks_off_until timestamptz`,
    [...rows.values()].map((row) => ({
      ...row,
      hasLink: row.profileLinkTextId !== undefined,
      hasImage: row.profileImageTextId !== undefined,
      hasInvitation: row.invitationTextId !== undefined,
      hasHiding: row.invitationHiddenBy !== undefined,
      hasEnd: row.anonymousAsksOffUntil !== undefined,
    })),
    (given) => `update accounts a set is_ambassador = coalesce(given.is_ambassador, a.is_ambassador),
       is_spotlight = coalesce(given.is_spotlight, a.is_spotlight),
       show_activity = coalesce(given.show_activity, a.show_activity),
       hide_ambassador_title = coalesce(given.hide_ambassador_title, a.hide_ambassador_title),
       gradient_colors = coalesce(given.gradient_colors, a.gradient_colors),
       chosen_aura = coalesce(given.chosen_aura, a.chosen_aura), who_may_ask = coalesce(given.who_may_ask, a.who_may_ask),
       profile_link_text_id = case when has_link then given.profile_link_text_id else a.profile_link_text_id end,
       profile_image_text_id = case when has_image then given.profile_image_text_id else a.profile_image_text_id end,
       invitation_text_id = case when has_invitation then given.invitation_text_id else a.invitation_text_id end,
       invitation_hidden_by = case when has_hiding then given.invitation_hidden_by else a.invitation_hidden_by end,
       anonymous_asks = coalesce(given.anonymous_asks, a.anonymous_asks),
       anonymous_asks_off_until = case when has_end then given.anonymous_asks_off_until else a.anonymous_asks_off_until end
     from ${given} where a.account_id = given.account_id`,
  );
};

const setRemovals = (tx: Transaction, changes: readonly AppendedEvent<RemovalDefinition>[]): Promise<void> =>
  updateRows(
    tx,
    'accounts',
    'account_id',
    newestBy(changes, ({ data }) => data.accountId).map(({ type, data, meta }) => ({
      accountId: data.accountId,
      hiddenAt: type === AccountShown.type ? null : meta.occurredAt,
      removalId: type === AccountShown.type ? null : data.removalId,
      isErased: type === AccountErased.type,
    })),
  );
