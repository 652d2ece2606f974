import type { Mutes, NotificationKind } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { answerActKey, followActKey, repostActKey, withheldKey } from '../overlays/overlays.projector.js';
import type { PersonKeys } from './inbox-keys.js';
import type { NumberedNotice } from './reading.js';
import type { Summary } from './sealed-texts.js';

export interface OpenedNotice extends NumberedNotice {
  readonly kind: NotificationKind;
  readonly isRead: boolean;
  /** True for a notification older than 90 days. It is hidden if it is read. */
  readonly isOld: boolean;
  readonly summary: Summary;
}

interface ReportsOfContent {
  readonly contentId: string;
  readonly authorId: string | null;
  readonly resolvedIds: readonly string[];
  readonly areAllResolved: boolean;
}

interface ReplyAct {
  readonly notificationId: string;
  readonly replyId: string;
  readonly authorId: string | null;
  readonly sealedAuthor: string | null;
  readonly actedAt: string;
}

const replyColumns = `notification_id as "notificationId", reply_id as "replyId", author_id as "authorId", sealed_author as "sealedAuthor",
  acted_at as "actedAt"`;

const isOfReplies = ({ kind }: OpenedNotice): boolean => kind === 'comment' || kind === 'reply';

const isAnswered = (kind: NotificationKind): boolean => kind === 'answered' || kind === 'watched-answered';

const actKeyOf = ({ kind, summary }: OpenedNotice, accountId: string): string | null => {
  if (kind === 'repost' && summary.actId !== null) return repostActKey(summary.actId);
  if (isAnswered(kind) && summary.contentId !== null && summary.questionId !== null)
    return answerActKey(summary.contentId, summary.questionId);
  if (kind === 'report' && summary.contentId !== null) return withheldKey(summary.contentId);
  if (kind === 'follow' && summary.actorId !== null) return followActKey(summary.actorId, accountId);
  return null;
};

const isOfReport = ({ kind }: OpenedNotice): boolean => kind === 'report';
const askedQuestionOf = ({ kind, summary }: OpenedNotice): string | null =>
  kind === 'asked' ? summary.contentId : null;

/** True if a mute of a person or question hides this notice. Never for reports. `#hiddenReplies` handles replies. */
const isMuted = ({ kind, aboutQuestionId, summary }: OpenedNotice, { people, questions }: Mutes): boolean => {
  if (kind === 'report' || kind === 'report-resolved') return false;
  const isOfPost = kind === 'asked' || kind === 'repost' || isAnswered(kind);
  return (
    (aboutQuestionId !== null && questions.includes(aboutQuestionId)) ||
    (isOfPost && summary.actorId !== null && people.includes(summary.actorId))
  );
};

/**
 * Marks the notice of a resolved report as read, and names no reporter of anonymous content. Notices that an earlier
 * release made have no report id, and may name this reporter.
 */
const withReportState = (notice: OpenedNotice, reports: ReportsOfContent | undefined): OpenedNotice => {
  if (!reports) return notice;
  const { actId, actorId } = notice.summary;
  const isResolved = actId === null ? reports.areAllResolved : reports.resolvedIds.includes(actId);
  const summary = { ...notice.summary, actorId: reports.authorId === null ? null : actorId };
  return { ...notice, summary, isRead: notice.isRead || isResolved };
};

/** Hides notices in each read. So nothing must be written here when content is removed or restored. */
export class OverlayQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
  ) {}

  /** Leaves out muted and undone notices, and removed content. May lower counts and set `isRead`. */
  async visibleOf(own: PersonKeys, all: readonly OpenedNotice[], mutes: Mutes): Promise<OpenedNotice[]> {
    const { accountId } = own;
    const notices = all.filter((notice) => !isMuted(notice, mutes));
    if (notices.length === 0) return [];
    const [facts, hiddenReplies, reports] = await Promise.all([
      this.#factsAbout(accountId, notices),
      this.#hiddenReplies(notices.filter(isOfReplies), mutes),
      this.#reportsOf(notices.filter(isOfReport)),
    ]);
    const hasGone = (contentId: string | null) => facts.has(`gone:${contentId}`);
    const isGone = (notice: OpenedNotice): boolean => {
      // The notice of a resolved report stays, even if the reported content is removed.
      if (notice.kind === 'report-resolved') return false;
      if (notice.kind === 'role') return !facts.has('ambassador');
      const { contentId, questionId } = notice.summary;
      if (isOfReport(notice) && (!facts.has('ambassador') || reports.get(contentId)?.authorId === accountId))
        return true;
      // The notice of an approval with a reply stays, even if this reply is removed.
      const isOfQuestion = isOfReplies(notice) || (notice.kind === 'approved' && questionId !== null);
      const isContentGone = hasGone(contentId) && !isOfQuestion;
      return isContentGone || hasGone(questionId) || facts.has(actKeyOf(notice, accountId) ?? '');
    };
    const visible = notices
      .filter((notice) => !isGone(notice))
      .map((notice) => (facts.has(`decided:${askedQuestionOf(notice)}`) ? { ...notice, isRead: true } : notice))
      .map((notice) => (isOfReport(notice) ? withReportState(notice, reports.get(notice.summary.contentId)) : notice));
    if (hiddenReplies.size === 0) return visible;
    const lowered = visible.filter(({ id }) => hiddenReplies.has(id));
    const newest = await this.#newestVisibleReplies(
      lowered
        .filter(({ id, summary }) => hiddenReplies.get(id)!.some(({ replyId }) => replyId === summary.contentId))
        .map(({ id }) => id),
      own,
      mutes,
    );
    return visible.flatMap((notice) => {
      const hidden = hiddenReplies.get(notice.id);
      if (!hidden) return [notice];
      const count = notice.summary.count - hidden.filter((act) => !this.#isOwn(act, own)).length;
      if (count < 1) return [];
      const act = newest.get(notice.id);
      const shown = act ? { contentId: act.replyId, actorId: act.authorId, at: act.actedAt } : {};
      return [{ ...notice, summary: { ...notice.summary, ...shown, count } }];
    });
  }

  /**
   * Returns keys of undone acts, `ambassador` for an ambassador, and `gone:`, `withheld:` or `decided:` with a content
   * id.
   */
  async #factsAbout(accountId: string, notices: readonly OpenedNotice[]): Promise<ReadonlySet<string>> {
    const contentIds = notices.flatMap(({ summary }) =>
      [summary.contentId, summary.questionId].filter((id) => id !== null),
    );
    const actKeys = notices.map((notice) => actKeyOf(notice, accountId)).filter((key) => key !== null);
    const { rows } = await this.pool.query<{ fact: string }>({
      name: 'facts-about-notices',
      text: `select 'gone:' || content_id as fact from gone_contents where content_id = any($1) and is_gone
             union all select 'gone:' || question_id from withheld_questions where question_id = any($1) and target_id = $3
             union all select 'withheld:' || question_id from withheld_questions where question_id = any($1)
             union all select 'decided:' || question_id from decided_asks where question_id = any($4)
             union all select 'ambassador' from ambassadors where account_id = $3
             union all select act_key from withdrawn_answers where act_key = any($2) and is_withdrawn
             union all select act_key from undone_acts where act_key = any($2) and is_undone`,
      values: [contentIds, actKeys, accountId, notices.map(askedQuestionOf).filter((id) => id !== null)],
    });
    return new Set(rows.map(({ fact }) => fact));
  }

  /** Keys are content ids. */
  async #reportsOf(notices: readonly OpenedNotice[]): Promise<ReadonlyMap<string | null, ReportsOfContent>> {
    if (notices.length === 0) return new Map();
    const { rows } = await this.pool.query<ReportsOfContent>({
      name: 'reports-of-contents',
      text: `select content_id as "contentId", author_id as "authorId", bool_and(is_resolved) as "areAllResolved",
               coalesce(array_agg(report_id) filter (where is_resolved), '{}') as "resolvedIds"
             from reports where content_id = any($1) group by content_id, author_id`,
      values: [notices.map(({ summary }) => summary.contentId)],
    });
    return new Map(rows.map((row) => [row.contentId, row]));
  }

  /** Removed replies and signed replies of muted people, by notification id. */
  async #hiddenReplies(notices: readonly OpenedNotice[], { people }: Mutes): Promise<Map<string, ReplyAct[]>> {
    if (notices.length === 0) return new Map();
    const { rows } = await this.pool.query<ReplyAct>({
      name: 'hidden-replies',
      text: `select ${replyColumns} from reply_acts left join gone_contents on content_id = reply_id
             where notification_id = any($1) and (is_gone or author_id = any($2))`,
      values: [notices.map(({ id }) => id), people],
    });
    return Map.groupBy(rows, ({ notificationId }) => notificationId);
  }

  async #newestVisibleReplies(
    ids: readonly string[],
    own: PersonKeys,
    { people }: Mutes,
  ): Promise<Map<string, ReplyAct>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.pool.query<ReplyAct>({
      name: 'replies-left',
      text: `select ${replyColumns} from reply_acts left join gone_contents on content_id = reply_id
             where notification_id = any($1) and is_gone is not true and (author_id = any($2)) is not true
             order by acted_at desc, reply_id desc`,
      values: [ids, people],
    });
    const newest = new Map<string, ReplyAct>();
    for (const act of rows)
      if (!newest.has(act.notificationId) && !this.#isOwn(act, own)) newest.set(act.notificationId, act);
    return newest;
  }

  /** True for the person's own reply, which has a row but is never shown to this person. */
  #isOwn({ authorId, sealedAuthor }: ReplyAct, own: PersonKeys): boolean {
    if (sealedAuthor === null) return authorId === own.accountId;
    return this.seals.isAuthor({ sealed: sealedAuthor }, own.authorId);
  }
}
