import type { ContentRef, contentRpc, RpcOutput } from '@hearsay/contracts';
import type pg from 'pg';
import { isEpisodeThere, isThere } from '../visibility.js';

type Counts = RpcOutput<typeof contentRpc.countPostsOf>['counts'];
type Progress = RpcOutput<typeof contentRpc.hidingProgress>['hidings'][number];

/** `questionId` is the post's room. For questions and episodes it equals `contentId`. */
export type PostRef = ContentRef & { readonly questionId: string };

interface HidingRow {
  readonly accountId: string;
  readonly cause: 'wipe' | 'account';
  /** `infinity` for a deleted account. */
  readonly hiddenAt: string;
  readonly isShown: boolean;
  readonly isRunning: boolean;
}

const postsWhere = (condition: string) => `
  select 'question' as "contentType", t.id as "contentId", t.id as "questionId" from questions t where ${condition}
  union all
  select 'discussion', t.id, t.question_id from replies t where ${condition}`;

/** Leaves out episodes whose bytes are erased, because such an episode cannot return. */
const episodesWhere = (condition: string) => `
  select 'podcast', p.id, p.id from podcasts p join media m on m.key = p.media_key and m.erased_at is null where ${condition}`;

export class HidingQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** Counts named posts that are neither removed nor hidden. */
  async countPosts(accountId: string): Promise<Counts> {
    const found = await this.pool.query<Counts>(
      `select (select count(*)::int from questions q where q.owner ->> 'accountId' = $1 and ${isThere('q')}) as questions,
         (select count(*)::int from replies r where r.owner ->> 'accountId' = $1 and ${isThere('r')}) as discussions,
         (select count(*)::int from podcasts p where p.owner_id = $1::text::uuid and ${isEpisodeThere}) as podcasts`,
      [accountId],
    );
    return found.rows[0]!;
  }

  /** `done` counts the posts hidden so far, or restored so far if the hiding is being undone. */
  async progress(removalIds: readonly string[]): Promise<Progress[]> {
    const found = await this.pool.query<Progress>(
      `select h.removal_id as "removalId", h.total, h.is_running as "isRunning",
         case when h.is_shown then h.total - gone.number else gone.number end as done
       from hidings h cross join lateral (
         select (select count(*)::int from questions where removal_id = h.removal_id)
           + (select count(*)::int from replies where removal_id = h.removal_id)
           + (select count(*)::int from podcasts where removal_id = h.removal_id) as number) as gone
       where h.removal_id = any($1)`,
      [removalIds],
    );
    return found.rows.map((row) => ({ ...row, done: Math.min(row.total, Math.max(0, row.done)) }));
  }

  async findHiding(removalId: string): Promise<HidingRow | null> {
    const found = await this.pool.query<HidingRow>(
      `select account_id as "accountId", cause, hidden_at as "hiddenAt", is_shown as "isShown", is_running as "isRunning"
       from hidings where removal_id = $1`,
      [removalId],
    );
    return found.rows[0] ?? null;
  }

  /** Removal ids of the account's hidings that are being undone. */
  async runningRestorations(accountId: string): Promise<string[]> {
    const found = await this.pool.query<{ removalId: string }>(
      'select removal_id as "removalId" from hidings where account_id = $1 and is_shown and is_running',
      [accountId],
    );
    return found.rows.map(({ removalId }) => removalId);
  }

  /** Named posts that a running hiding has yet to hide or restore. */
  async postsToChange(
    removalId: string,
    { accountId, hiddenAt, isShown }: HidingRow,
    limit: number,
  ): Promise<PostRef[]> {
    const found = await this.pool.query<PostRef>(
      isShown
        ? {
            text: `${postsWhere('t.removal_id = $1')} union all ${episodesWhere('p.removal_id = $1')} limit $2`,
            values: [removalId, limit],
          }
        : {
            text: `${postsWhere(`t.owner ->> 'accountId' = $1 and t.removal_id is null and t.created_at <= $2`)}
                   union all ${episodesWhere('p.owner_id = $1::text::uuid and p.removal_id is null and p.created_at <= $2')} limit $3`,
            values: [accountId, hiddenAt, limit],
          },
    );
    return found.rows;
  }

  /** Removal ids. Includes hidings that are being undone. */
  async runningHidingIds(): Promise<string[]> {
    const found = await this.pool.query<{ id: string }>('select removal_id as id from hidings where is_running');
    return found.rows.map(({ id }) => id);
  }
}
