import type { ExportPlace, FeedPlace } from '@hearsay/contracts';
import type pg from 'pg';
import { type ItemRow, toFeedPlace, visibleRoomJoin } from '../feeds/listed-items.js';
import { fromTheNewest, nextPlace, placeAfter } from '../places.js';
import { isStaying, withoutMutes } from '../visibility.js';

const perPage = 20;

export class MarkQueries {
  constructor(private readonly pool: pg.Pool) {}

  async isWatching(questionId: string, accountId: string | null): Promise<boolean> {
    if (accountId === null) return false;
    const { rows } = await this.pool.query({
      name: 'is-watching',
      text: 'select 1 from watches where question_id = $1 and account_id = $2',
      values: [questionId, accountId],
    });
    return rows.length > 0;
  }

  /** Account ids of people who watch the question, sorted, above `after`. Leaves out deleted accounts. */
  async watcherIds(questionId: string, after: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'watchers',
      text: `select w.account_id as id from watches w
             where w.question_id = $1 and ($2::uuid is null or w.account_id > $2) and ${isStaying('w.account_id')}
             order by w.account_id limit $3`,
      values: [questionId, after, limit],
    });
    return rows.map(({ id }) => id);
  }

  /** A page of the person's bookmarks, newest first. Leaves out content that is no longer public. */
  async bookmarks(
    accountId: string,
    after: ExportPlace | null,
  ): Promise<{ items: FeedPlace[]; next: ExportPlace | null }> {
    const { at, id } = after ?? fromTheNewest;
    const { rows } = await this.pool.query<ItemRow>({
      name: 'bookmarks',
      text: `select s.content_id as "itemId", s.bookmarked_at as at,
               case s.content_type when 'discussion' then 'answer' else s.content_type end as kind,
               case s.content_type when 'discussion' then 'replied' else 'created' end as "activityType", s.content_id as id,
               case when s.content_type <> 'podcast' then s.question_id end as "questionId",
               room.last_number as "lastNumber", null::uuid as "repostId"
             from bookmarks s ${visibleRoomJoin(withoutMutes)} where s.account_id = $1 and ${placeAfter('s.bookmarked_at', 's.content_id')}`,
      values: [accountId, at, id, perPage],
    });
    return { items: rows.map(toFeedPlace), next: nextPlace(rows, perPage) };
  }
}
