import type { StoredEvent, Transaction } from '@hearsay/event-store';

/**
 * Ends the recount of boosts that an upgrade has begun, once the projector has come to where boosts were counted before: until then
 * every sum is too small, and no level is settled. Then everybody's level is looked at.
 */
export const endRecount = async (tx: Transaction, { logPosition, meta }: Pick<StoredEvent, 'logPosition' | 'meta'>): Promise<void> => {
  const { rowCount } = await tx.query({
    name: 'end-recount',
    text: `delete from recounts where (epoch, txid, position) <= ($1::int, $2::xid8, $3::bigint)`,
    values: [logPosition.epoch, logPosition.txid, logPosition.position],
  });
  if (rowCount === 0) return;
  await tx.query(
    `insert into level_checks (account_id, at)
     select account_id, $1 from (select account_id from progress union select account_id from boost_totals) as everybody order by 1
     on conflict (account_id) do update set number = level_checks.number + 1`,
    [meta.occurredAt],
  );
};
