import type { ExportPlace, RepostView } from '@hearsay/contracts';
import type pg from 'pg';
import type { RepostRef } from './repost.decider.js';

const columns = `r.repost_id as "repostId", r.reposter_id as "reposterId", r.content_type as "contentType", r.content_id as "contentId",
  r.question_id as "questionId", text.words as text, r.reposted_at as "repostedAt"`;
/** Active reposts of visible content. A removed question also hides the reposts of its replies. */
const visibleReposts = `reposts r left join texts text on text.id = r.text_id
  where r.is_reposted
    and not exists (select from contents c where c.content_id in (r.content_id, r.question_id) and (c.is_removed or c.is_pending))`;

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

const fromTheNewest = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export class RepostQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** Leaves out removed reposts, and reposts of removed or pending content. */
  async reposts(repostIds: readonly string[]): Promise<RepostView[]> {
    const found = await this.pool.query<RepostView>({
      name: 'reposts-by-id',
      text: `select ${columns} from ${visibleReposts} and r.repost_id = any($1)`,
      values: [repostIds],
    });
    return found.rows;
  }

  /** Newest first, older than `after`. Null begins at the newest. Leaves out reposts of removed or pending content. */
  async repostsBefore(reposterId: string, after: ExportPlace | null, limit: number): Promise<RepostView[]> {
    const { at, id } = after ?? fromTheNewest;
    const found = await this.pool.query<RepostView>({
      name: 'reposts-behind',
      text: `select ${columns} from ${visibleReposts} and r.reposter_id = $1
               and r.reposted_at <= $2::timestamptz and (r.reposted_at, r.repost_id) < ($2::timestamptz, $3::uuid)
             order by r.reposted_at desc, r.repost_id desc limit $4`,
      values: [reposterId, at, id, limit],
    });
    return found.rows;
  }

  /** True also for a removed repost. */
  async isKnown(repostId: string): Promise<boolean> {
    const found = await this.pool.query('select 1 from reposts where repost_id = $1', [repostId]);
    return found.rows.length > 0;
  }

  async countActiveReposts(reposterId: string): Promise<number> {
    const found = await this.pool.query<{ count: number }>(
      'select count(*)::int as count from reposts where reposter_id = $1 and is_reposted',
      [reposterId],
    );
    return found.rows[0]?.count ?? 0;
  }

  /** A person's active reposts, or the reposts that `removalId` has removed. Sorted by repost id, above `after`. */
  async repostRefs(
    reposterId: string,
    removalId: string | null,
    limit: number,
    after?: string | null,
  ): Promise<RepostRef[]> {
    const found = await this.pool.query<RepostRef>({
      name: removalId === null ? 'active-reposts' : 'removed-reposts',
      text: `select repost_id as "repostId", content_id as "contentId" from reposts
             where reposter_id = $1 and repost_id > $2 and ${removalId === null ? 'is_reposted' : 'removal_id = $4'}
             order by repost_id limit $3`,
      values: [reposterId, after ?? beforeAllIds, limit, ...(removalId === null ? [] : [removalId])],
    });
    return found.rows;
  }
}
