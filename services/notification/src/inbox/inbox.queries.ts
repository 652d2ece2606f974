import {
  type NotificationKind,
  type NotificationType,
  type NotificationView,
  type notificationRpc,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { instantOf, type SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isSwitchedOff, type Switches } from '../preferences/preferences.decider.js';
import type { PreferencesQueries } from '../preferences/preferences.sql.js';
import { bySide, type InboxKeys, type OwnKeys } from './inbox-keys.js';
import {
  inboxSize,
  indexOf,
  keptReadDays,
  type Mark,
  type NumberedNotice,
  type Numbers,
  type Reading,
  type ReadingIndex,
  type Side,
} from './reading.js';
import { aboutQuestionId, readingOf, readSight, type Sight } from './sealed-texts.js';
import type { StandingQueries } from './standing.queries.js';
import { UnreadCounts } from './unread-counts.js';

type PageOfInbox = RpcParsed<typeof notificationRpc.inbox>;

interface Row {
  readonly id: string;
  readonly inbox: string;
  readonly kind: NotificationKind;
  readonly number: number;
  readonly isOld: boolean;
  readonly sight: string;
}

interface Seen extends NumberedNotice {
  readonly kind: NotificationKind;
  readonly isRead: boolean;
  /** An old notification is hidden once it is read. */
  readonly isOld: boolean;
  readonly sight: Sight;
}

const typeOf: Readonly<Record<NotificationKind, NotificationType>> = {
  boost: 'boost',
  comment: 'comment',
  reply: 'comment',
  reveal: 'other',
  'level-up': 'other',
  asked: 'question',
  approved: 'question',
  repost: 'repost',
  follow: 'other',
  report: 'report',
  'report-resolved': 'report_resolved',
  wipe: 'other',
  'wipe-undone': 'other',
};

const viewOf = ({ id, kind, isRead, sight }: Seen): NotificationView => ({
  id,
  kind,
  type: typeOf[kind],
  isRead,
  createdAt: sight.at,
  contentType: sight.contentType,
  contentId: sight.contentId,
  questionId: sight.questionId,
  actorId: sight.actorId,
  count: sight.count,
  level: sight.level,
});

interface Place {
  readonly at: string;
  readonly id: string;
}

const isBehind = (one: Place, other: Place): boolean => (one.at === other.at ? one.id < other.id : one.at < other.at);
const placeOf = ({ id, sight }: Pick<Seen, 'id' | 'sight'>): Place => ({ at: sight.at, id });
const newestFirst = (a: Seen, b: Seen): number => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1);

/** Hides old, deleted and invalid notifications itself, so the sweep changes no list. */
export class InboxQueries {
  readonly #unreadCounts: UnreadCounts;

  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
    private readonly keys: InboxKeys,
    private readonly standing: StandingQueries,
    private readonly preferences: PreferencesQueries,
  ) {
    this.#unreadCounts = new UnreadCounts(pool);
  }

  /** Newest first. @throws Refusal `invalid_input` when `before` cannot be one of the person's notifications */
  async inbox(accountId: string, { before, at, limit }: PageOfInbox): Promise<NotificationView[]> {
    const own = await this.keys.ownOf(accountId);
    const seen = (await this.#seen(own, await this.#reading(own))).sort(newestFirst);
    if (before === null) return seen.slice(0, limit).map(viewOf);
    const last = seen.find(({ id }) => id === before);
    const place = at === undefined ? (last ? placeOf(last) : await this.#lastPlaceOf(before, own)) : { at, id: before };
    return seen
      .filter((one) => isBehind(placeOf(one), place))
      .slice(0, limit)
      .map(viewOf);
  }

  /** Without a row, the place where it began. */
  async #lastPlaceOf(id: string, own: OwnKeys): Promise<Place> {
    const { rows } = await this.pool.query<Pick<Row, 'inbox' | 'sight'>>({
      name: 'inbox-and-sight',
      text: 'select inbox, sight from notifications where id = $1',
      values: [id],
    });
    const [row] = rows;
    const isOthers = row && row.inbox !== own.named && row.inbox !== own.sealed;
    const at = (row && readSight(this.seals, row.sight)?.at) ?? instantOf(id);
    if (isOthers || at === null)
      throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your notifications' } });
    return { at, id };
  }

  async unread(accountId: string): Promise<number> {
    const own = await this.keys.ownOf(accountId);
    return this.#unreadCounts.of(own, async () => (await this.#unread(own)).length);
  }

  async news(accountId: string): Promise<{ unread: number; newest: NotificationView | null }> {
    const seen = (await this.#unread(await this.keys.ownOf(accountId))).sort(newestFirst);
    return { unread: seen.length, newest: seen[0] ? viewOf(seen[0]) : null };
  }

  /** Null if it is not theirs. */
  async markOne(own: OwnKeys, kind: 'one' | 'deleted', id: string): Promise<Mark | null> {
    const found = (await this.#seen(own, await this.#reading(own))).find((one) => one.id === id);
    if (found?.kind === 'report' && kind === 'deleted')
      throw new Refusal('forbidden', 'A report stays until it is resolved');
    return found ? { kind, id, side: found.side, number: found.number } : null;
  }

  async markAll(own: OwnKeys): Promise<Mark | null> {
    const upTo = await this.#lastNumbers(own);
    return (await this.#unread(own)).length > 0 ? { kind: 'all', upTo } : null;
  }

  async markQuestion(own: OwnKeys, questionId: string): Promise<Mark | null> {
    const upTo = await this.#lastNumbers(own);
    const isAbout = (one: Seen) => one.aboutQuestionId === questionId;
    return (await this.#unread(own)).some(isAbout) ? { kind: 'question', questionId, upTo } : null;
  }

  async #reading({ reader }: OwnKeys): Promise<Reading> {
    const { rows } = await this.pool.query<{ marks: string }>({
      name: 'reading',
      text: 'select marks from readings where reader = $1',
      values: [reader],
    });
    return readingOf(this.seals, rows[0]?.marks);
  }

  async #unread(own: OwnKeys): Promise<Seen[]> {
    const reading = await this.#reading(own);
    return (await this.#seen(own, reading, reading.upTo)).filter(({ isRead }) => !isRead);
  }

  async #lastNumbers(own: OwnKeys): Promise<Numbers> {
    const { rows } = await this.pool.query<{ inbox: string; lastNumber: number }>({
      name: 'last-numbers',
      text: 'select inbox, last_number as "lastNumber" from inboxes where inbox = any($1)',
      values: [[own.named, own.sealed]],
    });
    return bySide(new Map(rows.map(({ inbox, lastNumber }) => [inbox, lastNumber])), own);
  }

  async #seen(own: OwnKeys, reading: Reading, above: Numbers = { named: 0, sealed: 0 }): Promise<Seen[]> {
    const { accountId, named, sealed } = own;
    const { rows } = await this.pool.query<Row>({
      name: 'inbox',
      text: `select id, inbox, kind, number, notified_at < now() - interval '${keptReadDays} days' as "isOld", sight
             from (
               select * from notifications where inbox = any($1) order by notified_at desc, id desc limit ${inboxSize}
             ) as newest
             where number > case inbox when $2 then $3::int else $4::int end`,
      values: [[named, sealed], named, above.named, above.sealed],
    });
    const index = indexOf(reading);
    const switches = await this.preferences.switchesOf(accountId);
    const seen = rows.flatMap((row) => this.#seenOf(row, row.inbox === named ? 'named' : 'sealed', index, switches));
    const standing = await this.standing.onlyStanding(own, seen);
    return standing.filter(({ isRead, isOld }) => !(isRead && isOld));
  }

  #seenOf(
    { id, kind, number, isOld, sight: sealed }: Row,
    side: Side,
    index: ReadingIndex,
    switches: Switches,
  ): Seen[] {
    if (index.isDeleted({ id, number })) return [];
    const sight = readSight(this.seals, sealed);
    if (!sight || sight.count < 1 || isSwitchedOff(switches, kind, sight.at)) return [];
    const notice = { id, side, number, aboutQuestionId: aboutQuestionId(sight) };
    return [{ ...notice, kind, isRead: index.isRead(notice), isOld, sight }];
  }
}
