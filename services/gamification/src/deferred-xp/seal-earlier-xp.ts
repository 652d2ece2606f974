import { randomUUID } from 'node:crypto';
import { AnonymousXpPaid, shardOf, type XpRule } from '@hearsay/contracts';
import { type AppendedEvent, inTransaction, rewriteTables, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { type DayChange, sumOfDays } from '../ledger/earned-days.js';
import { readKnownDays } from './known-days.js';
import { poolEntryAggregate } from './pay-pool.decider.js';
import { poolRows } from './pool.projection.js';
import { inRandomOrder } from './pool-payments.js';
import { type PoolShare, sharesOf } from './pool-shares.js';
import { sealJson } from './sealed-json.js';

const rowsInAChunk = 1000;

/** What the ledger of before had for an anonymous post; the account of what was never paid is known by the seal alone. */
interface EarlierXp {
  readonly account_id: string | null;
  readonly sealed_owner: string;
  readonly rule: XpRule;
  readonly day: string;
  readonly amount: number;
  readonly is_paid: boolean;
  readonly is_wanted: boolean;
}

/**
 * Seals what the ledger held in plain words about anonymous posts: what was paid becomes one entry of a pool for each person and
 * chunk, what was still to be paid or taken back waits for the next pool. A chunk commits with what it leaves to do. At last the sums
 * of named entries are weighed anew under today's caps.
 */
export const sealEarlierXp = async (owner: pg.Pool, authors: SealedAuthors, caps: DailyCaps): Promise<void> => {
  const { rows } = await owner.query(`select to_regclass('anonymous_xp_of_before') is not null as "isThere"`);
  if (!rows[0]?.isThere) return;
  while ((await inTransaction(owner, (tx) => sealChunk(tx, authors, caps))) > 0);
  await inTransaction(owner, async (tx) => {
    await tx.query(
      `update progress set counted = coalesce(
         (select sum(least(amount, cap)) from day_sums left join unnest($1::text[], $2::int[]) as c (rule, cap) using (rule)
          where day_sums.account_id = progress.account_id), 0)`,
      [Object.keys(caps), Object.values(caps)],
    );
    // An empty row of somebody who has never earned anything under their name would tell where it came from.
    await tx.query(
      'delete from progress where revision = 0 and not exists (select 1 from day_sums where day_sums.account_id = progress.account_id)',
    );
  });
  // What was deleted is not to be read in the files either.
  await rewriteTables(owner, ['events', 'xp_entries', 'progress']);
  // At last: a run that is killed before is made up for by the next one, which would not begin without it. Another run beside this one may have been faster.
  await owner.query('drop table if exists anonymous_xp_of_before');
};

const sealChunk = async (tx: Transaction, authors: SealedAuthors, caps: DailyCaps): Promise<number> => {
  const { rows } = await tx.query<EarlierXp>(
    `delete from anonymous_xp_of_before where ctid in (select ctid from anonymous_xp_of_before order by account_id limit $1) returning *`,
    [rowsInAChunk],
  );
  const facts = rows.map((row) => ({ ...row, accountId: row.account_id ?? authors.open(row.sealed_owner) }));
  const waiting = facts.filter(({ is_paid, is_wanted }) => is_paid !== is_wanted);
  await tx.query(
    'insert into waiting_xp (id, sealed) select id, sealed from unnest($1::uuid[], $2::text[]) as w (id, sealed) order by id',
    [
      waiting.map(() => randomUUID()),
      waiting.map(({ accountId, rule, day, amount, is_wanted }) =>
        sealJson(authors, { accountId, rule, day, amount: is_wanted ? amount : -amount }),
      ),
    ],
  );
  await pay(
    tx,
    authors,
    caps,
    facts.filter(({ is_paid }) => is_paid),
  );
  return rows.length;
};

const pay = async (tx: Transaction, authors: SealedAuthors, caps: DailyCaps, paid: readonly DayChange[]): Promise<void> => {
  const days = sumOfDays(paid);
  const shares = sharesOf(days, await readKnownDays(tx, authors, days), caps);
  if (shares.length === 0) return;
  const events = inRandomOrder(shares.map((share) => ({ entryId: randomUUID(), share }))).map((entry) => paidEvent(authors, entry));
  await tx.query(
    `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
     select (select epoch from store_epoch), e.event_id, e.stream, 1, $5, 1, e.shard, e.data, $6
     from unnest($1::uuid[], $2::text[], $3::smallint[], $4::jsonb[]) as e (event_id, stream, shard, data)`,
    [
      events.map(({ eventId }) => eventId),
      events.map(({ stream }) => stream),
      events.map(({ shard }) => shard),
      events.map(({ data }) => JSON.stringify(data)),
      AnonymousXpPaid.type,
      JSON.stringify(events[0]!.meta),
    ],
  );
  await poolRows(authors).apply(tx, events);
};

/** The day of the upgrade is no instant of an act. */
const paidEvent = (
  authors: SealedAuthors,
  { entryId, share }: { entryId: string; share: PoolShare },
): AppendedEvent<typeof AnonymousXpPaid> => ({
  eventId: randomUUID(),
  stream: `${poolEntryAggregate.name}-${entryId}`,
  version: 1,
  type: AnonymousXpPaid.type,
  schemaVersion: AnonymousXpPaid.schemaVersion,
  data: { entryId, sealed: sealJson(authors, share) },
  meta: { occurredAt: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`, actor: null, correlationId: null, causationId: null },
  shard: shardOf(entryId),
});
