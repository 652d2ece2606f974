import {
  type Mutes,
  type NotificationKind,
  type NotificationType,
  type NotificationView,
  noMutes,
  type notificationRpc,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { instantOfId, type SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isSwitchedOff } from '../preferences/preferences.decider.js';
import type { PreferencesQueries } from '../preferences/preferences.sql.js';
import type { InboxKeys, PersonKeys } from './inbox-keys.js';
import type { OpenedNotice, OverlayQueries } from './overlays.queries.js';
import {
  type InboxSide,
  indexReadState,
  keepReadDays,
  maxInboxSize,
  type NumbersBySide,
  type ReadMark,
  type ReadState,
} from './reading.js';
import { openReadState, openSummary, questionIdOf } from './sealed-texts.js';
import { UnreadCounts } from './unread-counts.js';

/** Rows that are read beyond the page size. Only if more rows than this are hidden, a page needs a second read. */
const extraRowsPerPage = 20;

type PageOfInbox = RpcParsed<typeof notificationRpc.inbox>;

interface Row extends Pick<OpenedNotice, 'id' | 'number' | 'kind' | 'isOld'> {
  readonly inbox: string;
  readonly notifiedAt: string;
  readonly sight: string;
}

const typeOf: Readonly<Record<NotificationKind, NotificationType>> = {
  boost: 'boost',
  comment: 'comment',
  reply: 'comment',
  reveal: 'other',
  opening: 'other',
  heard: 'other',
  'level-up': 'other',
  asked: 'question',
  approved: 'question',
  repost: 'repost',
  follow: 'other',
  report: 'report',
  'report-resolved': 'report_resolved',
  wipe: 'other',
  'wipe-undone': 'other',
  role: 'other',
  answered: 'other',
  'watched-answered': 'other',
};

const viewOf = ({ id, kind, isRead, summary }: OpenedNotice): NotificationView => {
  const { at: createdAt, contentId, questionId, actorId, count, level } = summary;
  const contentType = kind === 'role' ? kind : summary.contentType;
  return { id, kind, type: typeOf[kind], isRead, createdAt, contentType, contentId, questionId, actorId, count, level };
};

interface Place {
  readonly at: string;
  readonly id: string;
}

const sideOf = (inbox: string, { named }: PersonKeys): InboxSide => (inbox === named ? 'named' : 'sealed');

const isBehind = (one: Place, other: Place): boolean => (one.at === other.at ? one.id < other.id : one.at < other.at);
const placeOf = ({ id, summary }: Pick<OpenedNotice, 'id' | 'summary'>): Place => ({ at: summary.at, id });
const newestFirst = (a: OpenedNotice, b: OpenedNotice): number => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1);

/** Leaves out notifications that the sweep may delete, so that no list changes when the sweep deletes their rows. */
export class InboxQueries {
  readonly #unreadCounts: UnreadCounts;

  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
    private readonly keys: InboxKeys,
    private readonly overlays: OverlayQueries,
    private readonly preferences: PreferencesQueries,
  ) {
    this.#unreadCounts = new UnreadCounts(pool);
  }

  /**
   * A page of notifications, newest first. Opens rows until no older row can belong to the page, because no
   * notification shows a later time than its row has. @throws Refusal `invalid_input` if `before` cannot be one of the
   * person's notifications
   */
  async inbox(accountId: string, { before, at, limit, kinds, mutes }: PageOfInbox): Promise<NotificationView[]> {
    const own = await this.keys.keysOfAccount(accountId);
    const open = await this.#noticeOpener(own, await this.#readState(own), mutes);
    let place = before !== null && at !== undefined ? { at, id: before } : null;
    // Without `at`, the row of `before` may be anywhere in the inbox.
    const atOnce = before !== null && place === null ? maxInboxSize : limit + extraRowsPerPage;
    const seen: OpenedNotice[] = [];
    for (let read = 0, last: Row | undefined; ; ) {
      const count = Math.min(atOnce, maxInboxSize - read);
      const rows = await this.#rows(own, count, last);
      read += rows.length;
      last = rows.at(-1);
      seen.push(...(await open(rows)).filter(({ kind }) => kinds.includes(kind)));
      if (before !== null) {
        const found = seen.find(({ id }) => id === before);
        place ??= found ? placeOf(found) : await this.#lastPlaceOf(before, own);
      }
      const page = seen.filter((one) => place === null || isBehind(placeOf(one), place)).sort(newestFirst);
      const end = page[limit - 1];
      const isFull = end !== undefined && last !== undefined && end.summary.at > last.notifiedAt;
      if (isFull || rows.length < count || read === maxInboxSize) return page.slice(0, limit).map(viewOf);
    }
  }

  /** The place of a notification in the list. If the sweep has deleted its row, this is the instant in its id. */
  async #lastPlaceOf(id: string, own: PersonKeys): Promise<Place> {
    const { rows } = await this.pool.query<Pick<Row, 'inbox' | 'sight'>>({
      name: 'inbox-and-sight',
      text: 'select inbox, sight from notifications where id = $1',
      values: [id],
    });
    const [row] = rows;
    const isOthers = row && row.inbox !== own.named && row.inbox !== own.sealed;
    const at = (row && openSummary(this.seals, row.sight)?.at) ?? instantOfId(id);
    if (isOthers || at === null)
      throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your notifications' } });
    return { at, id };
  }

  /** The number of unread notifications that `mutes` do not hide. May come from a cache. */
  async unread(accountId: string, mutes = noMutes): Promise<number> {
    const own = await this.keys.keysOfAccount(accountId);
    return this.#unreadCounts.getOrCount(own, mutes, async () => (await this.#unreadNotices(own, mutes)).length);
  }

  async news(
    accountId: string,
    kinds: readonly string[],
    mutes: Mutes,
  ): Promise<{ unread: number; newest: NotificationView | null }> {
    const seen = await this.#unreadNotices(await this.keys.keysOfAccount(accountId), mutes);
    const newest = seen.filter(({ kind }) => kinds.includes(kind)).sort(newestFirst)[0];
    return { unread: seen.length, newest: newest ? viewOf(newest) : null };
  }

  /** @throws Refusal `not_found`; `forbidden` for the deletion of a report */
  async markOne(own: PersonKeys, kind: 'one' | 'deleted', id: string): Promise<ReadMark[]> {
    const found = (await this.#openedNotices(own, await this.#readState(own))).find((one) => one.id === id);
    if (!found) throw new Refusal('not_found');
    if (found.kind === 'report' && kind === 'deleted')
      throw new Refusal('forbidden', 'A report stays until it is resolved');
    return [{ kind, id, side: found.side, number: found.number }];
  }

  async markEach(
    own: PersonKeys,
    { ids, change }: RpcParsed<typeof notificationRpc.changeNotifications>,
  ): Promise<ReadMark[]> {
    const wanted = new Set(ids);
    const found = (await this.#openedNotices(own, await this.#readState(own))).filter(({ id }) => wanted.has(id));
    const kindOf = ({ kind }: OpenedNotice) => (change === 'delete' && kind !== 'report' ? 'deleted' : 'one');
    return found.map((one) => ({ kind: kindOf(one), id: one.id, side: one.side, number: one.number }));
  }

  /** Returns the mark for the caller to store. Empty if nothing is unread. */
  async markAll(own: PersonKeys): Promise<ReadMark[]> {
    const upTo = await this.#lastNumbers(own);
    return (await this.#unreadNotices(own)).length > 0 ? [{ kind: 'all', upTo }] : [];
  }

  /** Returns the mark for the caller to store. Empty if nothing about the question is unread. */
  async markQuestion(own: PersonKeys, questionId: string): Promise<ReadMark[]> {
    const upTo = await this.#lastNumbers(own);
    const isAbout = (one: OpenedNotice) => one.aboutQuestionId === questionId;
    return (await this.#unreadNotices(own)).some(isAbout) ? [{ kind: 'question', questionId, upTo }] : [];
  }

  async #readState({ reader }: PersonKeys): Promise<ReadState> {
    const { rows } = await this.pool.query<{ marks: string }>({
      name: 'reading',
      text: 'select marks from readings where reader = $1',
      values: [reader],
    });
    return openReadState(this.seals, rows[0]?.marks);
  }

  async #unreadNotices(own: PersonKeys, mutes = noMutes): Promise<OpenedNotice[]> {
    const reading = await this.#readState(own);
    return (await this.#openedNotices(own, reading, { above: reading.upTo, mutes })).filter(({ isRead }) => !isRead);
  }

  async #lastNumbers(own: PersonKeys): Promise<NumbersBySide> {
    const { rows } = await this.pool.query<{ inbox: string; lastNumber: number }>({
      name: 'last-numbers',
      text: 'select inbox, last_number as "lastNumber" from inboxes where inbox = any($1)',
      values: [[own.named, own.sealed]],
    });
    const numberOf = (key: string | null) => rows.find(({ inbox }) => inbox === key)?.lastNumber ?? 0;
    return { named: numberOf(own.named), sealed: numberOf(own.sealed) };
  }

  /** Leaves out notices that `mutes` hide. Callers that mark notices pass no mutes, and so mark hidden ones too. */
  async #openedNotices(
    own: PersonKeys,
    reading: ReadState,
    { above, mutes = noMutes }: { above?: NumbersBySide; mutes?: Mutes } = {},
  ): Promise<OpenedNotice[]> {
    const open = await this.#noticeOpener(own, reading, mutes);
    const rows = await this.#rows(own, maxInboxSize);
    return open(above ? rows.filter(({ inbox, number }) => number > above[sideOf(inbox, own)]) : rows);
  }

  /** The next `count` rows after `last`, or the newest rows without `last`, newest first. */
  async #rows({ named, sealed }: PersonKeys, count: number, last?: Row): Promise<Row[]> {
    const newest = 'order by notified_at desc, id desc limit $3';
    const ofInbox = (key: string) =>
      `(select * from notifications where inbox = ${key} and ($4::timestamptz is null or (notified_at, id) < ($4, $5::uuid)) ${newest})`;
    const { rows } = await this.pool.query<Row>({
      name: 'inbox',
      text: `select id, inbox, kind, number, notified_at as "notifiedAt", notified_at < now() - interval '${keepReadDays} days' as "isOld", sight
             from (${ofInbox('$1')} union all ${ofInbox('$2')}) as both_inboxes ${newest}`,
      values: [named, sealed, count, last?.notifiedAt, last?.id],
    });
    return rows;
  }

  async #noticeOpener(
    own: PersonKeys,
    reading: ReadState,
    mutes: Mutes,
  ): Promise<(rows: readonly Row[]) => Promise<OpenedNotice[]>> {
    const index = indexReadState(reading);
    const switches = await this.preferences.switchesOf(own.accountId);
    // Only the notice of the newest role grant is shown, and none if that notice is deleted. Rows come newest first.
    let newestRole = 0;
    return async (rows) => {
      for (const { kind, number } of rows) if (kind === 'role') newestRole = Math.max(newestRole, number);
      const opened = rows.flatMap(({ inbox, sight: sealed, notifiedAt: _, ...row }): OpenedNotice[] => {
        // During an upgrade, a later release may have written a row of an unknown kind.
        const isKnown = row.kind in typeOf;
        if (!isKnown || index.isDeleted(row) || (row.kind === 'role' && row.number < newestRole)) return [];
        const summary = openSummary(this.seals, sealed);
        if (!summary || summary.count < 1 || isSwitchedOff(switches, row.kind, summary.at)) return [];
        const notice = { ...row, side: sideOf(inbox, own), aboutQuestionId: questionIdOf(summary) };
        return [{ ...notice, isRead: index.isRead(notice), summary }];
      });
      const visible = await this.overlays.visibleOf(own, opened, mutes);
      return visible.filter(({ isRead, isOld }) => !(isRead && isOld));
    };
  }
}
