import {
  type EventData,
  type EventDefinition,
  ReportFiled,
  ReportResolved,
  WipeStarted,
  WipeUndone,
} from '@hearsay/contracts';
import type { Reactor, StoredEvent } from '@hearsay/event-store';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import type { AmbassadorsQueries } from '../standing/ambassadors.queries.js';
import { actNotice } from './act-notices.js';

type ModerationDefinition = typeof ReportFiled | typeof ReportResolved | typeof WipeStarted | typeof WipeUndone;
type Report = EventData<typeof ReportFiled | typeof ReportResolved>;

const about = ({ contentType, contentId, questionId }: Report) => ({
  contentType,
  contentId,
  questionId: contentType === 'discussion' ? questionId : null,
});

const named = (accountId: string) => ({ accountId, sealed: null });

/**
 * A report is told to the ambassadors of that moment, except its reporter and the author of a signed post. Its end is told to the reporter,
 * a wipe and its undoing to the person whose content it was. Who resolved or wiped is told to nobody.
 */
export const moderationReactor = (keys: InboxKeys, ambassadors: AmbassadorsQueries): Reactor<ModerationDefinition> => {
  const tell = (accountId: string, cause: StoredEvent<EventDefinition>, act: Parameters<typeof actNotice>[3]) =>
    actNotice(keys, named(accountId), cause, act);

  return {
    kind: 'reactor',
    name: 'moderation',
    source: 'moderation',
    events: [ReportFiled, ReportResolved, WipeStarted, WipeUndone],
    async commands(event) {
      switch (event.type) {
        case ReportFiled.type: {
          const { reportId, reporterId, owner } = event.data;
          // The author of anonymous content may be an ambassador, so no ambassador learns its reporter.
          const actorId = owner.accountId === null ? null : reporterId;
          const act = { kind: 'report', actorId, actId: reportId, ...about(event.data) } as const;
          const told = (await ambassadors.all())
            .filter((accountId) => accountId !== reporterId && accountId !== owner.accountId)
            .map((accountId) => tell(accountId, event, { ...act, claim: `report:${reportId}:${accountId}` }));
          return (await Promise.all(told)).flat();
        }
        case ReportResolved.type: {
          const { reportId, reporterId, reviewerId } = event.data;
          if (reporterId === reviewerId) return [];
          return tell(reporterId, event, {
            claim: `report-resolved:${reportId}`,
            kind: 'report-resolved',
            ...about(event.data),
          });
        }
        case WipeStarted.type:
          if (event.data.isEmpty) return [];
          return tell(event.data.subjectId, event, { claim: `wipe:${event.data.wipeId}`, kind: 'wipe' });
        case WipeUndone.type:
          if (event.data.isEmpty) return [];
          return tell(event.data.subjectId, event, { claim: `wipe-undone:${event.data.wipeId}`, kind: 'wipe-undone' });
      }
    },
  };
};
