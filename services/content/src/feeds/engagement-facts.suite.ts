import { randomUUID } from 'node:crypto';
import type { ContentType, Owner } from '@hearsay/contracts';
import { boostPairOf, boostToggleFact, type Repost, repostToggleFact, type SourceFact } from '@hearsay/testing';

const owner: Owner = { accountId: null, sealed: null };
let revision = 0;
const nextRevision = () => {
  revision += 1;
  return revision;
};
const now = () => new Date().toISOString();

export const newBoostFact = (questionId: string, boostCount: number, toggle = 1) =>
  boostToggleFact(boostPairOf(randomUUID(), owner, questionId), toggle, now(), {
    boostCount,
    revision: nextRevision(),
  });

/** Odd toggles boost, and even toggles undo the boost. */
export const boostFactBy = (
  boosterId: string,
  item: { readonly contentType: ContentType; readonly contentId: string; readonly questionId: string },
  boostId: string = randomUUID(),
  toggle = 1,
) =>
  boostToggleFact({ ...boostPairOf(boosterId, owner), ...item, boostId }, toggle, now(), { revision: nextRevision() });

export const newRepost = (
  reposterId: string,
  contentType: ContentType,
  contentId: string,
  questionId = contentId,
): Repost => ({ repostId: randomUUID(), reposterId, contentType, contentId, questionId, owner });

export const repostFact = (repost: Repost, toggle = 1, repostCount = 1, isMade = toggle === 1): SourceFact =>
  repostToggleFact(repost, toggle, { at: now(), repostCount, revision: nextRevision(), isMade });
