import {
  ContentRemoved,
  ContentRestored,
  Followed,
  PodcastAnswerMarked,
  QuestionApproved,
  QuestionIgnored,
  QuestionWithheld,
  ReportFiled,
  ReportResolved,
  Reposted,
  RepostRemoved,
  RepostRestored,
  RoleGranted,
  RoleRevoked,
  Unfollowed,
} from '@hearsay/contracts';
import { eventsOf, insertRows, type Projector, type Transaction, updateRows } from '@hearsay/event-store';
import { upsertProjector } from '@hearsay/service-runtime';

export const repostActKey = (repostId: string): string => `repost:${repostId}`;
export const withheldKey = (questionId: string): string => `withheld:${questionId}`;
export const followActKey = (followerId: string, followedId: string): string => `follow:${followerId}:${followedId}`;

export const answerActKey = (podcastId: string, questionId: string): string => `answered:${podcastId}:${questionId}`;

export const contentOverlaysProjector = upsertProjector({
  name: 'content-overlays',
  source: 'content',
  events: [ContentRemoved, ContentRestored, PodcastAnswerMarked, QuestionApproved, QuestionIgnored, QuestionWithheld],
  rows: [
    {
      table: 'gone_contents',
      key: ['contentId'],
      order: 'revision',
      rowOf: ({ type, data }) =>
        'contentId' in data && {
          ...{ contentId: data.contentId, revision: data.revision },
          isGone: type === ContentRemoved.type,
        },
    },
    {
      table: 'decided_asks',
      key: ['questionId'],
      // Rows need no order, because an approved or ignored question stays decided.
      rowOf: ({ type, data: { questionId } }) =>
        (type === QuestionApproved.type || type === QuestionIgnored.type) && { questionId },
    },
    {
      table: 'withdrawn_answers',
      key: ['actKey'],
      order: 'revision',
      rowOf({ type, data }) {
        if (type !== PodcastAnswerMarked.type || data.revision === 1) return false;
        const { podcastId, questionId, revision, at } = data;
        return { actKey: answerActKey(podcastId, questionId), revision, isWithdrawn: at === null };
      },
    },
    {
      table: 'withheld_questions',
      key: ['questionId'],
      rowOf: ({ type, data }) =>
        type === QuestionWithheld.type && { questionId: data.questionId, targetId: data.targetId },
    },
  ],
});

type Act = typeof Followed | typeof Reposted | typeof RepostRemoved | typeof RepostRestored | typeof Unfollowed;

const acts: Projector<Act> = upsertProjector({
  name: 'undone-acts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored, Followed, Unfollowed],
  rows: [
    {
      table: 'undone_acts',
      key: ['actKey'],
      order: 'toggle',
      rowOf({ type, data }) {
        // An act that was never undone needs no row.
        if (data.toggle <= 1) return false;
        const actKey =
          'repostId' in data ? repostActKey(data.repostId) : followActKey(data.followerId, data.followedId);
        return { actKey, toggle: data.toggle, isUndone: type === RepostRemoved.type || type === Unfollowed.type };
      },
    },
  ],
});

export const undoneActsProjector: Projector<Act> = {
  ...acts,
  tables: [...acts.tables, 'undone_act_changes'],
  async apply(tx, events) {
    await acts.apply(tx, events);
    // Counts the changes. Cached unread counts compare this number and not the checkpoint, because most events change
    // no row here.
    const changes = events.filter(({ data }) => data.toggle > 1).length;
    if (changes === 0) return;
    await tx.query(
      `insert into undone_act_changes values (true, $1)
       on conflict (is_only) do update set changes = undone_act_changes.changes + excluded.changes`,
      [changes],
    );
  },
};

/** Reports and the named authors of the reported content. The two events of a report come in order, from one stream. */
export const reportsProjector: Projector<typeof ReportFiled | typeof ReportResolved> = {
  kind: 'projector',
  name: 'reports',
  source: 'moderation',
  events: [ReportFiled, ReportResolved],
  tables: ['reports'],
  async apply(tx, events) {
    const filed = eventsOf(events, ReportFiled).map(({ data: { reportId, contentId, owner } }) => {
      return { reportId, contentId, authorId: owner.accountId, isResolved: false };
    });
    await insertRows(tx, 'reports', filed, 'on conflict do nothing');
    const resolved = eventsOf(events, ReportResolved).map(({ data: { reportId } }) => ({ reportId, isResolved: true }));
    await updateRows(tx, 'reports', 'report_id', resolved);
  },
};

/**
 * The ambassadors, who receive reports. The last event of a person decides, because a person's events arrive in order.
 */
export const ambassadorsProjector: Projector<typeof RoleGranted | typeof RoleRevoked> = {
  kind: 'projector',
  name: 'ambassadors',
  source: 'identity',
  events: [RoleGranted, RoleRevoked],
  tables: ['ambassadors'],
  async apply(tx, events) {
    const ofAmbassadors = events.filter(({ data }) => data.role === 'ambassador');
    const last = new Map(ofAmbassadors.map(({ type, data }) => [data.accountId, type === RoleGranted.type]));
    const of = (isGranted: boolean) =>
      [...last].filter(([, granted]) => granted === isGranted).map(([accountId]) => accountId);
    await tx.query('delete from ambassadors where account_id = any($1)', [of(false)]);
    await tx.query('insert into ambassadors (account_id) select unnest($1::uuid[]) on conflict do nothing', [of(true)]);
  },
};

export const readAmbassadors = async (client: Transaction): Promise<string[]> => {
  const { rows } = await client.query<{ accountId: string }>(
    'select account_id as "accountId" from ambassadors order by 1',
  );
  return rows.map(({ accountId }) => accountId);
};
