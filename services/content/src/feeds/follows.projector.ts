import { Followed, Unfollowed } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';

export const followsProjector = rowsProjector({
  name: 'follows',
  source: 'engagement',
  events: [Followed, Unfollowed],
  rows: [
    {
      table: 'follows',
      key: ['followerId', 'followedId'],
      order: 'toggle',
      rowOf: ({ type, data: { followerId, followedId, toggle } }) => ({
        followerId,
        followedId,
        isFollowing: type === Followed.type,
        toggle,
      }),
    },
  ],
});
