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
import { instantOf, type SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isSwitchedOff } from '../preferences/preferences.decider.js';
import type { PreferencesQueries } from '../preferences/preferences.sql.js';
import type { InboxKeys, OwnKeys } from './inbox-keys.js';
import type { OverlayQueries, Seen } from './overlays.queries.js';
import { inboxSize, indexOf, keptReadDays, type Mark, type Numbers, type Reading, type Side } from './reading.js';
import { aboutQuestionId, readingOf, readSummary } from './sealed-texts.js';
import { UnreadCounts } from './unread-counts.js';

/** Extra rows in each read. A page needs a second read only if more rows are hidden. */
const rowsBesidesPage = 20;

type PageOfInbox = RpcParsed<typeof notificationRpc.inbox>;

interface Row extends Pick<Seen, 'id' | 'number' | 'kind' | 'isOld'> {
  readonly inbox: string;
  readonly notifiedAt: Date;
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

const viewOf = ({ id, kind, isRead, summary }: Seen): NotificationView => {
  const { at: createdAt, contentId, questionId, actorId, count, level } = summary;
  const contentType = kind === 'role' ? kind : summary.contentType;
  return { id, kind, type: typeOf[kind], isRead, createdAt, contentType, contentId, questionId, actorId, count, level };
};

interface Place {
  readonly at: string;
  readonly id: string;
}

const sideOf = (inbox: string, { named }: OwnKeys): Side => (inbox === named ? 'named' : 'sealed');

const isBehind = (one: Place, other: Place): boolean => (one.at === other.at ? one.id < other.id : one.at < other.at);
const placeOf = ({ id, summary }: Pick<Seen, 'id' | 'summary'>): Place => ({ at: summary.at, id });
const newestFirst = (a: Seen, b: Seen): number => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1);

/** The queries hide old, deleted and invalid notifications, so the sweep changes no list. */
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
   * Newest first. Opens rows until no older row can belong to the page: a row's time is the latest that its
   * notification can show. @throws Refusal `invalid_input` when `before` cannot be one of the person's notifications
   */
  async inbox(accountId: string, { before, at, limit, kinds, mutes }: PageOfInbox): Promise<NotificationView[]> {
    const own = await this.keys.ownOf(accountId);
    const open = await this.#opener(own, await this.#reading(own), mutes);
    let place = before !== null && at !== undefined ? { at, id: before } : null;
    // Without `at`, the row of `before` may be anywhere in the inbox.
    const atOnce = before !== null && place === null ? inboxSize : limit + rowsBesidesPage;
    const seen: Seen[] = [];
    for (let read = 0, last: Row | undefined; ; ) {
      const count = Math.min(atOnce, inboxSize - read);
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
      const isFull = end !== undefined && last !== undefined && end.summary.at > last.notifiedAt.toISOString();
      if (isFull || rows.length < count || read === inboxSize) return page.slice(0, limit).map(viewOf);
    }
  }

  /** After the sweep of its row, a notification's place is the instant in its id. */
  async #lastPlaceOf(id: string, own: OwnKeys): Promise<Place> {
    const { rows } = await this.pool.query<Pick<Row, 'inbox' | 'sight'>>({
      name: 'inbox-and-sight',
      text: 'select inbox, sight from notifications where id = $1',
      values: [id],
    });
    const [row] = rows;
    const isOthers = row && row.inbox !== own.named && row.inbox !== own.sealed;
    const at = (row && readSummary(this.seals, row.sight)?.at) ?? instantOf(id);
    if (isOthers || at === null)
      throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your notifications' } });
    return { at, id };
  }

  async unread(accountId: string, mutes = noMutes): Promise<number> {
    const own = await this.keys.ownOf(accountId);
    return this.#unreadCounts.of(own, mutes, async () => (await this.#unread(own, mutes)).length);
  }

  async news(
    accountId: string,
    kinds: readonly string[],
    mutes: Mutes,
  ): Promise<{ unread: number; newest: NotificationView | null }> {
    const seen = await this.#unread(await this.keys.ownOf(accountId), mutes);
    const newest = seen.filter(({ kind }) => kinds.includes(kind)).sort(newestFirst)[0];
    return { unread: seen.length, newest: newest ? viewOf(newest) : null };
  }

  /** @throws Refusal `not_found`; `forbidden` for the deletion of a report */
  async markOne(own: OwnKeys, kind: 'one' | 'deleted', id: string): Promise<Mark[]> {
    const found = (await this.#seen(own, await this.#reading(own))).find((one) => one.id === id);
    if (!found) throw new Refusal('not_found');
    if (found.kind === 'report' && kind === 'deleted')
      throw new Refusal('forbidden', 'A report stays until it is resolved');
    return [{ kind, id, side: found.side, number: found.number }];
  }

  async markEach(
    own: OwnKeys,
    { ids, change }: RpcParsed<typeof notificationRpc.changeNotifications>,
  ): Promise<Mark[]> {
    const wanted = new Set(ids);
    const found = (await this.#seen(own, await this.#reading(own))).filter(({ id }) => wanted.has(id));
    const kindOf = ({ kind }: Seen) => (change === 'delete' && kind !== 'report' ? 'deleted' : 'one');
    return found.map((one) => ({ kind: kindOf(one), id: one.id, side: one.side, number: one.number }));
  }

  async markAll(own: OwnKeys): Promise<Mark[]> {
    const upTo = await this.#lastNumbers(own);
    return (await this.#unread(own)).length > 0 ? [{ kind: 'all', upTo }] : [];
  }

  async markQuestion(own: OwnKeys, questionId: string): Promise<Mark[]> {
    const upTo = await this.#lastNumbers(own);
    const isAbout = (one: Seen) => one.aboutQuestionId === questionId;
    return (await this.#unread(own)).some(isAbout) ? [{ kind: 'question', questionId, upTo }] : [];
  }

  async #reading({ reader }: OwnKeys): Promise<Reading> {
    const { rows } = await this.pool.query<{ marks: string }>({
      name: 'reading',
      text: 'select marks from readings where reader = $1',
      values: [reader],
    });
    return readingOf(this.seals, rows[0]?.marks);
  }

  async #unread(own: OwnKeys, mutes = noMutes): Promise<Seen[]> {
    const reading = await this.#reading(own);
    return (await this.#seen(own, reading, { above: reading.upTo, mutes })).filter(({ isRead }) => !isRead);
  }

  async #lastNumbers(own: OwnKeys): Promise<Numbers> {
    const { rows } = await this.pool.query<{ inbox: string; lastNumber: number }>({
      name: 'last-numbers',
      text: 'select inbox, last_number as "lastNumber" from inboxes where inbox = any($1)',
      values: [[own.named, own.sealed]],
    });
    const numberOf = (key: string | null) => rows.find(({ inbox }) => inbox === key)?.lastNumber ?? 0;
    return { named: numberOf(own.named), sealed: numberOf(own.sealed) };
  }

  /** Acts on notices find muted ones too. */
  async #seen(
    own: OwnKeys,
    reading: Reading,
    { above, mutes = noMutes }: { above?: Numbers; mutes?: Mutes } = {},
  ): Promise<Seen[]> {
    const open = await this.#opener(own, reading, mutes);
    const rows = await this.#rows(own, inboxSize);
    return open(above ? rows.filter(({ inbox, number }) => number > above[sideOf(inbox, own)]) : rows);
  }

  /** The newest rows, or the rows that follow `last`, newest first. */
  async #rows({ named, sealed }: OwnKeys, count: number, last?: Row): Promise<Row[]> {
    const newest = 'order by notified_at desc, id desc limit $3';
    const ofInbox = (key: string) =>
      `(select * from notifications where inbox = ${key} and ($4::timestamptz is null or (notified_at, id) < ($4, $5::uuid)) ${newest})`;
    const { rows } = await this.pool.query<Row>({
      name: 'inbox',
      text: `select id, inbox, kind, number, notified_at as "notifiedAt", notified_at < now() - interval '${keptReadDays} days' as "isOld", sight
             from (${ofInbox('$1')} union all ${ofInbox('$2')}) as both_inboxes ${newest}`,
      values: [named, sealed, count, last?.notifiedAt, last?.id],
    });
    return rows;
  }

  async #opener(own: OwnKeys, reading: Reading, mutes: Mutes): Promise<(rows: readonly Row[]) => Promise<Seen[]>> {
    const index = indexOf(reading);
    const switches = await this.preferences.switchesOf(own.accountId);
    // Pages come newest first. A deleted notice of the newest grant must not bring back an older one.
    let newestRole = 0;
    return async (rows) => {
      for (const { kind, number } of rows) if (kind === 'role') newestRole = Math.max(newestRole, number);
      const opened = rows.flatMap(({ inbox, sight: sealed, notifiedAt: _, ...row }): Seen[] => {
        // During an upgrade, a later release may have written the row.
        const isKnown = row.kind in typeOf;
        if (!isKnown || index.isDeleted(row) || (row.kind === 'role' && row.number < newestRole)) return [];
        const summary = readSummary(this.seals, sealed);
        if (!summary || summary.count < 1 || isSwitchedOff(switches, row.kind, summary.at)) return [];
        const notice = { ...row, side: sideOf(inbox, own), aboutQuestionId: aboutQuestionId(summary) };
        return [{ ...notice, isRead: index.isRead(notice), summary }];
      });
      const visible = await this.overlays.visibleOf(own, opened, mutes);
      return visible.filter(({ isRead, isOld }) => !(isRead && isOld));
    };
  }
}
