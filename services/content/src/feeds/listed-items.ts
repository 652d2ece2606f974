import type { FeedPlace } from '@hearsay/contracts';
import { isEpisodeThere, isThere, isUnmuted, type MuteParameters, withoutMutes } from '../visibility.js';

/** An item of a list. It is sorted by `at` and `itemId`. */
export type ItemRow = FeedPlace & { readonly itemId: string };

export const toFeedPlace = ({ kind, activityType, id, questionId, lastNumber, repostId, at }: ItemRow): FeedPlace =>
  ({ kind, activityType, id, questionId, lastNumber, repostId, at }) as FeedPlace;

/** SQL condition on `q`. True for questions that are approved, not removed and not hidden. */
export const isListedQuestion = `q.listed_at is not null and ${isThere('q')}`;

export const questionItemColumns = `q.id as "itemId", q.listed_at as at, 'question' as kind,
  case when q.target_id is null then 'created' else 'approved' end as "activityType", q.id, q.id as "questionId",
  q.last_number as "lastNumber", null::uuid as "repostId"`;
export const podcastItemColumns = `p.id as "itemId", p.created_at as at, 'podcast' as kind, 'created' as "activityType", p.id, null::uuid as "questionId",
  null::integer as "lastNumber", null::uuid as "repostId"`;

/** The item columns of a repost or boost (`s`), with the same names as the item columns of posts. */
const itemColumnsOfAct = (act: 'repost' | 'boost', activityType: string, repostId: string) => `
  s.${act}_id as "itemId", s.${act}ed_at as at, case s.content_type when 'discussion' then 'answer' else s.content_type end as kind,
  ${activityType} as "activityType", s.content_id as id, case when s.content_type <> 'podcast' then s.question_id end as "questionId",
  room.last_number as "lastNumber", ${repostId} as "repostId"`;
const repostType = `case s.content_type when 'discussion' then 'discussion-repost' else 'repost' end`;
export const repostItemColumns = itemColumnsOfAct('repost', repostType, 's.repost_id');
export const boostItemColumns = itemColumnsOfAct('boost', `'boosted'`, 'null::uuid');
/**
 * Joins the room of the content to which an act or a mark (`s`) refers. Drops rows whose content or room is not
 * visible, or is muted. Episodes have no room.
 */
export const visibleRoomJoin = (mutes: MuteParameters): string => `join lateral (
    select q.last_number from questions q where s.content_type <> 'podcast' and q.id = s.question_id and ${isListedQuestion}
      and (case when s.content_type = 'question' then ${isUnmuted.question(mutes)} else exists (
        select from replies r where r.id = s.content_id and ${isThere('r')} and ${isUnmuted.reply(mutes)}) end)
    union all
    select null from podcasts p where s.content_type = 'podcast' and p.id = s.content_id and ${isEpisodeThere} and ${isUnmuted.episode(mutes)}
  ) as room on true`;
export const repostTables = (mutes: MuteParameters = withoutMutes): string => `reposts s ${visibleRoomJoin(mutes)}`;
/**
 * True if the repost stands and no hiding of its reposter covers it. Engagement removes covered reposts, but its event
 * may arrive after the hiding has ended. A running hiding covers all reposts, and so does an ended deletion of the
 * account. An ended wipe covers reposts made before it, unless they were restored since. PostgreSQL evaluates the
 * scalar subquery only for rows that it reads.
 */
export const isActiveRepost = `s.is_reposted and s.reposted_at > coalesce((
  select max(case when h.is_running then 'infinity' when h.cause = 'wipe' and h.hidden_at < s.returned_at then '-infinity' else h.hidden_at end)
  from hidings h where not h.is_shown and h.account_id = s.reposter_id::text), '-infinity')`;
