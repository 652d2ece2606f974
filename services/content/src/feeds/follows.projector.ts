import { Followed, Unfollowed } from '@hearsay/contracts';
import { newestFacts } from '@hearsay/service-runtime';

/** Who follows whom, for feeds of the people whom one follows. */
export const followsProjector = newestFacts({
  name: 'follows',
  source: 'engagement',
  events: [Followed, Unfollowed],
  table: 'follows',
  key: ['follower_id', 'followed_id'],
  order: 'toggle',
  rowOf: ({ type, data }) => ({
    follower_id: data.followerId,
    followed_id: data.followedId,
    is_following: type === Followed.type,
    toggle: data.toggle,
  }),
});
