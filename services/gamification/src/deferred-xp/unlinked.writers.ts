import type { RowWriter } from '@hearsay/event-store';
import type { UnlinkedRow } from '../ledger/ledger.aggregates.js';
import type { DueRow } from './unlinked.decider.js';

interface Deferred {
  readonly row: UnlinkedRow;
  readonly due: DueRow;
}

/** Keeps the newest act of each cause; only an act that is news gets a due row. */
export const writeUnlinked: RowWriter = async (tx, rows) => {
  const newest = new Map<string, Deferred>();
  for (const deferred of rows as readonly Deferred[]) {
    const { cause, toggle } = deferred.row;
    const known = newest.get(cause);
    if (!known || known.row.toggle < toggle) newest.set(cause, deferred);
  }
  const acts = [...newest.values()].sort((a, b) => (a.row.cause < b.row.cause ? -1 : 1));
  const column = <T>(of: (act: Deferred) => T): T[] => acts.map(of);
  await tx.query(
    `with changed as (
       insert into unlinked_entries (cause, entry_id, sealed_owner, rule, amount, day, content_type, content_id, toggle, is_live)
       select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::date[], $7::text[], $8::uuid[], $9::int[], $10::boolean[])
       on conflict (cause) do update set toggle = excluded.toggle, is_live = excluded.is_live
       where unlinked_entries.toggle < excluded.toggle
       returning cause
     )
     insert into due_xp (id, cause, due_at)
     select due.id, due.cause, due.due_at
     from unnest($11::uuid[], $1::text[], $12::timestamptz[]) as due (id, cause, due_at) join changed using (cause)`,
    [
      column(({ row }) => row.cause),
      column(({ row }) => row.entryId),
      column(({ row }) => row.sealedOwner),
      column(({ row }) => row.rule),
      column(({ row }) => row.amount),
      column(({ row }) => row.day),
      column(({ row }) => row.contentType),
      column(({ row }) => row.contentId),
      column(({ row }) => row.toggle),
      column(({ row }) => row.isLive),
      column(({ due }) => due.id),
      column(({ due }) => due.dueAt),
    ],
  );
};

/** Strikes the due rows that were paid. */
export const strikePaid: RowWriter = async (tx, rows) => {
  await tx.query('delete from due_xp where id = any($1)', [(rows as readonly { readonly id: string }[]).map((row) => row.id)]);
};
