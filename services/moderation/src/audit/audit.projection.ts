import { ActNoted, type AuditAct, type AuditEntry, ReportResolved, WipeStarted, WipeUndone } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel } from '@hearsay/event-store';

type AuditedDefinition = typeof ActNoted | typeof ReportResolved | typeof WipeStarted | typeof WipeUndone;

const blank = {
  subjectId: null,
  contentType: null,
  contentId: null,
  reportId: null,
  wipeId: null,
  role: null,
  amount: null,
  xpEntryId: null,
  target: null,
};

const wipeEntry = (
  act: AuditAct,
  { wipeId, subjectId, ambassadorId }: { wipeId: string; subjectId: string; ambassadorId: string },
) => ({
  ...blank,
  act,
  actorId: ambassadorId,
  subjectId,
  wipeId,
});

const entryOf = (event: AppendedEvent<AuditedDefinition>): Omit<AuditEntry, 'id' | 'at'> => {
  switch (event.type) {
    case ActNoted.type: {
      const { entryId: _, ...act } = event.data;
      return { ...blank, ...act };
    }
    case ReportResolved.type: {
      const { reportId, reviewerId, contentType, contentId } = event.data;
      return { ...blank, act: 'report-resolved', actorId: reviewerId, reportId, contentType, contentId };
    }
    case WipeStarted.type:
      return wipeEntry('wipe-started', event.data);
    case WipeUndone.type:
      return wipeEntry('wipe-undone', event.data);
  }
};

/** The audit, which only ever grows. */
export const auditRows: ReadModel<AuditedDefinition> = {
  name: 'moderation.audit',
  events: [ActNoted, ReportResolved, WipeStarted, WipeUndone],
  tables: ['audit_entries'],
  async apply(tx, events) {
    const entries = events.map((event) => ({ id: event.eventId, at: event.meta.occurredAt, ...entryOf(event) }));
    await tx.query(
      `insert into audit_entries (id, at, act, actor_id, subject_id, content_type, content_id, report_id, wipe_id, role, amount,
         xp_entry_id, target)
       select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::uuid[], $9::uuid[],
         $10::text[], $11::integer[], $12::uuid[], $13::text[])`,
      [
        entries.map(({ id }) => id),
        entries.map(({ at }) => at),
        entries.map(({ act }) => act),
        entries.map(({ actorId }) => actorId),
        entries.map(({ subjectId }) => subjectId),
        entries.map(({ contentType }) => contentType),
        entries.map(({ contentId }) => contentId),
        entries.map(({ reportId }) => reportId),
        entries.map(({ wipeId }) => wipeId),
        entries.map(({ role }) => role),
        entries.map(({ amount }) => amount),
        entries.map(({ xpEntryId }) => xpEntryId),
        entries.map(({ target }) => target),
      ],
    );
  },
};
