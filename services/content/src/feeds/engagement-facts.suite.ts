import { randomUUID } from 'node:crypto';
import {
  Boosted,
  type ContentType,
  Followed,
  type Owner,
  Reposted,
  RepostRemoved,
  RepostRestored,
  Unboosted,
  Unfollowed,
} from '@hearsay/contracts';
import { sourceFact } from '@hearsay/testing';

const owner: Owner = { accountId: null, sealed: null };
let revision = 0;

export const boosted = (
  questionId: string,
  boostCount: number,
  definition: typeof Boosted | typeof Unboosted = Boosted,
) => {
  revision += 1;
  const counter = { boostCount, boostPeak: boostCount, revision, hasReachedThreshold: false, toggle: 1 };
  const data = {
    boostId: randomUUID(),
    boosterId: randomUUID(),
    contentType: 'question' as const,
    contentId: questionId,
    questionId,
    owner,
    ...counter,
  };
  return sourceFact(definition as typeof Boosted, data, { at: new Date().toISOString(), routingId: questionId });
};
export interface Repost {
  readonly repostId: string;
  readonly reposterId: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
}
export const repostOf = (
  reposterId: string,
  contentType: ContentType,
  contentId: string,
  questionId = contentId,
): Repost => ({
  repostId: randomUUID(),
  reposterId,
  contentType,
  contentId,
  questionId,
});
/** Toggle 1 is the repost. Even toggles remove it, odd ones restore or repeat it. */
export const reposted = (repost: Repost, toggle = 1, repostCount = 1, isAnew = toggle === 1) => {
  revision += 1;
  const data = { ...repost, owner, repostCount, revision, toggle };
  const envelope = { at: new Date().toISOString(), routingId: repost.questionId };
  if (toggle % 2 === 0) return sourceFact(RepostRemoved, { ...data, removalId: randomUUID() }, envelope);
  return isAnew
    ? sourceFact(Reposted, { ...data, textId: null }, envelope)
    : sourceFact(RepostRestored, { ...data, removalId: randomUUID() }, envelope);
};
const follows = new Map<string, string>();
/** Odd toggles follow, even ones unfollow. */
export const followed = (followerId: string, followedId: string, toggle = 1) => {
  const pair = `${followerId} ${followedId}`;
  const followId = follows.get(pair) ?? randomUUID();
  follows.set(pair, followId);
  const data = { followId, followerId, followedId, toggle, followerCount: 1, followingCount: 1, suspendedBy: [] };
  const envelope = { at: new Date().toISOString(), routingId: followedId };
  return toggle % 2 === 1
    ? sourceFact(Followed, { ...data, isReturn: false }, envelope)
    : sourceFact(Unfollowed, data, envelope);
};

/** Odd toggles boost, even ones undo it. */
export const boostBy = (
  boosterId: string,
  item: { readonly contentType: ContentType; readonly contentId: string; readonly questionId: string },
  boostId: string = randomUUID(),
  toggle = 1,
) => {
  revision += 1;
  const { contentType, contentId, questionId } = item;
  const boostCount = toggle % 2;
  const counter = { boostCount, boostPeak: 1, revision, hasReachedThreshold: false, toggle };
  const data = { boostId, boosterId, contentType, contentId, questionId, owner, ...counter };
  return sourceFact(toggle % 2 === 1 ? Boosted : Unboosted, data, {
    at: new Date().toISOString(),
    routingId: questionId,
  });
};
