import { ActNoted, type AuditAct, type AuditEntry, ReportResolved, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { type AppendedEvent, insertRows, type ReadModel } from '@hearsay/event-store';

type AuditedEventDefinition = typeof ActNoted | typeof ReportResolved | typeof WipeStarted | typeof WipeUndone;

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
) => ({ ...blank, act, actorId: ambassadorId, subjectId, wipeId });

const entryOf = (event: AppendedEvent<AuditedEventDefinition>): Omit<AuditEntry, 'id' | 'at'> => {
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

export const auditRows: ReadModel<AuditedEventDefinition> = {
  name: 'moderation.audit',
  events: [ActNoted, ReportResolved, WipeStarted, WipeUndone],
  tables: ['audit_entries'],
  async apply(tx, events) {
    const entries = events.map((event) => ({ id: event.eventId, at: event.meta.occurredAt, ...entryOf(event) }));
    await insertRows(tx, 'audit_entries', entries);
  },
};
