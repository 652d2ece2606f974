import { type NotificationView, Refusal } from '@hearsay/contracts';
import type pg from 'pg';
import type { OwnNotification } from './inbox.decider.js';
import { messageOf, type NotificationKind } from './message.js';

interface NotificationRow extends Omit<NotificationView, 'createdAt' | 'message'> {
  readonly kind: NotificationKind;
  readonly level: number | null;
  readonly createdAt: Date;
}

const boostedContent = `case when kind = 'boost' then content_id end as "boostedContentId"`;

export class InboxQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** Newest first. @throws Refusal `invalid_input` when `before` is none of the person's notifications */
  async inbox(accountId: string, before: string | null, limit: number): Promise<NotificationView[]> {
    const last = before === null ? null : await this.#toldAt(accountId, before);
    const { rows } = await this.pool.query<NotificationRow>({
      name: 'inbox',
      text: `select n.id, n.kind, n.type, n.is_read as "isRead", r.created_at as "createdAt", n.content_type as "contentType",
               n.content_id as "contentId", n.question_id as "questionId", n.level, n.count, n.actor_id as "actorId"
             from recipients r join notifications n on n.id = r.notification_id
             where r.account_id = $1 and ($2::timestamptz is null or (r.created_at, r.notification_id) < ($2, $3::uuid))
             order by r.created_at desc, r.notification_id desc limit $4`,
      values: [accountId, last, before, limit],
    });
    return rows.map(({ kind, level, createdAt, ...row }) => ({
      ...row,
      message: messageOf({ ...row, kind, level }),
      createdAt: createdAt.toISOString(),
    }));
  }

  async unread(accountId: string): Promise<number> {
    const { rows } = await this.pool.query<{ unread: number }>({
      name: 'unread',
      text: 'select unread from inboxes where account_id = $1',
      values: [accountId],
    });
    return rows[0]?.unread ?? 0;
  }

  /** Null when it is unknown or another's. */
  async own(accountId: string, id: string): Promise<OwnNotification | null> {
    const { rows } = await this.pool.query<OwnNotification>(
      `select id, ${boostedContent} from recipients join notifications on id = notification_id where notification_id = $1 and account_id = $2`,
      [id, accountId],
    );
    return rows[0] ?? null;
  }

  async allUnread(accountId: string): Promise<OwnNotification[]> {
    const { rows } = await this.pool.query<OwnNotification>(
      `select id, ${boostedContent} from recipients join notifications on id = notification_id where account_id = $1 and not is_read`,
      [accountId],
    );
    return rows;
  }

  async #toldAt(accountId: string, id: string): Promise<Date> {
    const { rows } = await this.pool.query<{ created_at: Date }>(
      'select created_at from recipients where notification_id = $1 and account_id = $2',
      [id, accountId],
    );
    if (!rows[0]) throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your notifications' } });
    return rows[0].created_at;
  }
}
