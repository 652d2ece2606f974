import { Followed, Reposted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { InboxKeys } from '../inbox/inbox-keys.js';
import { followKey, repostKey } from '../standing/act-keys.js';
import { actNotice } from './act-notices.js';

/** A repost is told to the owner of what was reposted, a follow to who is followed: each once, however often it is taken back and done again. */
export const actsReactor = (keys: InboxKeys): Reactor<typeof Reposted | typeof Followed> => ({
  kind: 'reactor',
  name: 'acts',
  source: 'engagement',
  events: [Reposted, Followed],
  commands(event) {
    if (event.type === Followed.type) {
      const { followerId, followedId } = event.data;
      const claim = followKey(followerId, followedId);
      return actNotice(keys, { accountId: followedId, sealed: null }, event, {
        claim,
        kind: 'follow',
        actorId: followerId,
      });
    }
    const { repostId, reposterId, owner, contentType, contentId, questionId } = event.data;
    return actNotice(keys, owner, event, {
      claim: repostKey(repostId),
      kind: 'repost',
      actorId: reposterId,
      contentType,
      contentId,
      questionId: contentType === 'discussion' ? questionId : null,
      actId: repostId,
    });
  },
});
