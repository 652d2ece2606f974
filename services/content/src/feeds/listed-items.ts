import type { FeedPlace } from '@hearsay/contracts';
import { isThere } from '../visibility.js';

/** A place in a list. `item_id` and `at` are its position. */
export interface ItemRow {
  readonly item_id: string;
  readonly at: Date;
  readonly kind: FeedPlace['kind'];
  readonly activity: FeedPlace['activityType'];
  readonly id: string;
  readonly question_id: string | null;
  readonly last_number: number | null;
  readonly repost_id: string | null;
}

export const placeOf = (row: ItemRow): FeedPlace => ({
  kind: row.kind,
  activityType: row.activity,
  id: row.id,
  questionId: row.question_id,
  lastNumber: row.last_number,
  repostId: row.repost_id,
  at: row.at.toISOString(),
});

export const isListedQuestion = `q.listed_at is not null and ${isThere('q')}`;

export const questionItem = `q.id as item_id, q.listed_at as at, 'question' as kind,
  case when q.target_id is null then 'created' else 'approved' end as activity, q.id, q.id as question_id, q.last_number, null::uuid as repost_id`;

export const isListedPodcast = `p.removal_id is null and not exists (select from hidings h
  where h.is_running and not h.is_shown and h.account_id = p.owner_id::text and p.created_at <= h.hidden_at)`;
export const podcastItem = `p.id as item_id, p.created_at as at, 'podcast' as kind, 'created' as activity, p.id, null::uuid as question_id,
  null::integer as last_number, null::uuid as repost_id`;

export const repostItem = `s.repost_id as item_id, s.reposted_at as at,
  case s.content_type when 'discussion' then 'answer' else s.content_type end as kind,
  case s.content_type when 'discussion' then 'discussion-repost' else 'repost' end as activity,
  s.content_id as id, case when s.content_type <> 'podcast' then s.question_id end as question_id, room.last_number, s.repost_id`;
/** The room of the content of an act (`s`), if both are listed. An episode has none. */
export const standingRoom = `join lateral (
    select q.last_number from questions q where s.content_type <> 'podcast' and q.id = s.question_id and ${isListedQuestion}
      and (s.content_type = 'question' or exists (select from replies r where r.id = s.content_id and ${isThere('r')}))
    union all
    select null from podcasts p where s.content_type = 'podcast' and p.id = s.content_id and ${isListedPodcast}
  ) as room on true`;
export const repostTables = `reposts s ${standingRoom}`;
/**
 * No hiding of the person covers it. Engagement removes it at the same time, but its event may arrive after the hiding
 * has ended. A running hiding covers all reposts. An ended wipe does not cover those that returned after its start. An
 * ended deletion does, since engagement removes them again. A scalar subquery, so that the index looks it up only for
 * rows that are read.
 */
export const isStandingRepost = `s.is_reposted and s.reposted_at > coalesce((
  select max(case when h.is_running then 'infinity' when h.cause = 'wipe' and h.hidden_at < s.returned_at then '-infinity' else h.hidden_at end)
  from hidings h where not h.is_shown and h.account_id = s.reposter_id::text), '-infinity')`;
