import type { AuditEntry } from '@hearsay/contracts';
import type pg from 'pg';

/** Returns the entries before `before`, newest first. An unknown `before` returns an empty list. */
export const readAuditEntries = async (
  pool: pg.Pool,
  { before, limit }: { before: string | null; limit: number },
): Promise<AuditEntry[]> => {
  const { rows } = await pool.query<AuditEntry>(
    `select id, at, act, actor_id as "actorId", subject_id as "subjectId", content_type as "contentType", content_id as "contentId",
       report_id as "reportId", wipe_id as "wipeId", role, amount, xp_entry_id as "xpEntryId", target
     from audit_entries
     where $1::uuid is null or (at, id) < (select last.at, last.id from audit_entries last where last.id = $1)
     order by at desc, id desc limit $2`,
    [before, limit],
  );
  return rows;
};
