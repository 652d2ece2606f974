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
import { type SourceFact, sourceFact } from '@hearsay/testing';

const owner: Owner = { accountId: null, sealed: null };
let revision = 0;
const envelope = (routingId: string) => ({ at: new Date().toISOString(), routingId });

interface Boost {
  readonly boostId?: string;
  readonly boosterId?: string;
  readonly boostCount?: number;
  /** Odd toggles boost, even ones undo it. */
  readonly toggle?: number;
}

const boost = (
  item: { readonly contentType: ContentType; readonly contentId: string; readonly questionId: string },
  { boostId = randomUUID(), boosterId = randomUUID(), toggle = 1, boostCount = toggle % 2 }: Boost,
): SourceFact => {
  revision += 1;
  const { contentType, contentId, questionId } = item;
  const counter = { boostCount, boostPeak: Math.max(1, boostCount), revision, hasReachedThreshold: false, toggle };
  const data = { boostId, boosterId, contentType, contentId, questionId, owner, ...counter };
  return sourceFact(toggle % 2 === 1 ? Boosted : Unboosted, data, envelope(questionId));
};

export const boosted = (questionId: string, boostCount: number, toggle = 1) =>
  boost({ contentType: 'question', contentId: questionId, questionId }, { boostCount, toggle });

export const boostBy = (boosterId: string, item: Parameters<typeof boost>[0], boostId?: string, toggle = 1) =>
  boost(item, { boosterId, toggle, ...(boostId !== undefined && { boostId }) });

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
): Repost => ({ repostId: randomUUID(), reposterId, contentType, contentId, questionId });

/** Toggle 1 is the repost. Even toggles remove it, odd ones restore or repeat it. */
export const reposted = (repost: Repost, toggle = 1, repostCount = 1, isRepeated = toggle === 1): SourceFact => {
  revision += 1;
  const data = { ...repost, owner, repostCount, revision, toggle };
  if (isRepeated) return sourceFact(Reposted, { ...data, textId: null }, envelope(repost.questionId));
  const definition = toggle % 2 === 0 ? RepostRemoved : RepostRestored;
  return sourceFact(definition, { ...data, removalId: randomUUID() }, envelope(repost.questionId));
};

const follows = new Map<string, string>();
/** Odd toggles follow, even ones unfollow. */
export const followed = (followerId: string, followedId: string, toggle = 1): SourceFact => {
  const pair = `${followerId} ${followedId}`;
  const followId = follows.get(pair) ?? randomUUID();
  follows.set(pair, followId);
  const data = { followId, followerId, followedId, toggle, followerCount: 1, followingCount: 1, suspendedBy: [] };
  return toggle % 2 === 1
    ? sourceFact(Followed, { ...data, isReturn: false }, envelope(followedId))
    : sourceFact(Unfollowed, data, envelope(followedId));
};
