import { randomUUID } from 'node:crypto';
import {
  type AccountErased,
  AccountHidden,
  type AccountShown,
  Boosted,
  ContentRemoved,
  ContentRestored,
  type ContentType,
  type EventData,
  Followed,
  LevelChanged,
  type Owner,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPosted,
  Reposted,
  RepostRemoved,
  RepostRestored,
  type Role,
  RoleGranted,
  RoleRevoked,
  Unboosted,
  Unfollowed,
} from '@hearsay/contracts';
import { type SourceFact, sourceFact } from './event-source.js';

const anInstant = '2026-11-20T10:00:00.000Z';

export const named = (accountId: string): Owner => ({ accountId, sealed: null });

export interface BoostPair {
  readonly boostId: string;
  readonly boosterId: string;
  readonly contentId: string;
  readonly owner: Owner;
  /** The type of the boosted content. Default: `question`. */
  readonly contentType?: ContentType;
  readonly questionId?: string;
}

export const boostPairOf = (boosterId: string, owner: Owner, contentId: string = randomUUID()): BoostPair => ({
  boostId: randomUUID(),
  boosterId,
  contentId,
  owner,
});

/** The event of a toggle. Odd toggles boost, and even toggles take the boost back. */
export const boostToggleFact = (
  pair: BoostPair,
  toggle: number,
  at = anInstant,
  { boostCount = toggle % 2, revision = toggle } = {},
): SourceFact => {
  const counts = { boostCount, boostPeak: Math.max(1, boostCount), revision, hasReachedThreshold: false, toggle };
  const data = { contentType: 'question' as const, questionId: pair.contentId, ...pair, ...counts };
  return sourceFact(toggle % 2 === 1 ? Boosted : Unboosted, data, { at });
};

export interface Repost {
  readonly repostId: string;
  readonly reposterId: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
  readonly owner: Owner;
}

/**
 * The event of a toggle. With `isMade` (default: toggle 1) it makes the repost. Even toggles remove it, and odd toggles
 * restore it.
 */
export const repostToggleFact = (
  repost: Repost,
  toggle = 1,
  { at = anInstant, repostCount = toggle % 2, revision = toggle, isMade = toggle === 1 } = {},
): SourceFact => {
  const data = { ...repost, repostCount, revision, toggle };
  const envelope = { at };
  if (isMade) return sourceFact(Reposted, { ...data, textId: null }, envelope);
  const definition = toggle % 2 === 0 ? RepostRemoved : RepostRestored;
  return sourceFact(definition, { ...data, removalId: randomUUID() }, envelope);
};

interface Ask {
  readonly questionId?: string;
  /** Null means a question to everyone. */
  readonly targetId?: string | null;
  readonly at?: string;
}

export const questionAsked = (owner: Owner, { at = anInstant, ...ask }: Ask = {}): SourceFact => {
  const { questionId = randomUUID(), targetId = null } = ask;
  const texts = { titleTextId: randomUUID(), descriptionTextId: null };
  const settings = { isAnonymous: owner.accountId === null, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
  return sourceFact(QuestionAsked, { questionId, owner, targetId, ...texts, ...settings }, { at });
};

export const questionApproved = (owner: Owner, targetId: string, questionId: string, at = anInstant): SourceFact => {
  const data = { questionId, owner, isAnonymous: owner.accountId === null, targetId, number: 1 };
  return sourceFact(QuestionApproved, data, { at });
};

interface ReplyChanges {
  readonly questionId?: string;
  readonly parentOwner?: Owner | null;
  readonly at?: string;
}

export const replyPosted = (owner: Owner, questionOwner: Owner, changes: ReplyChanges = {}): SourceFact => {
  const { questionId = randomUUID(), parentOwner = null, at = anInstant } = changes;
  const ids = { replyId: randomUUID(), questionId, textId: randomUUID(), parentReplyId: parentOwner && randomUUID() };
  const data = { ...ids, owner, isAnonymous: owner.accountId === null, questionOwner, parentOwner, number: 1 };
  return sourceFact(ReplyPosted, data, { at });
};

export const podcastPublished = (accountId: string, podcastId: string = randomUUID()): SourceFact => {
  const texts = { titleTextId: randomUUID(), descriptionTextId: null };
  const media = { mediaType: 'audio', mediaKey: 'key', duration: null } as const;
  const data = { podcastId, owner: named(accountId), ...texts, ...media };
  return sourceFact(PodcastPublished, data, { at: anInstant });
};

interface RemovedContent {
  readonly contentId: string;
  readonly owner?: Owner;
  readonly contentType?: ContentType;
  readonly questionId?: string;
}

/** The event of a revision. Odd revisions remove the content, and even revisions restore it. */
export const removal = (
  { contentId, owner = { accountId: null, sealed: null }, ...content }: RemovedContent,
  revision: number,
  { at = anInstant, cause = 'author' }: { at?: string; cause?: EventData<typeof ContentRemoved>['cause'] } = {},
): SourceFact => {
  const { contentType = 'question', questionId = contentId } = content;
  const ids = { contentType, contentId, questionId, removalId: randomUUID() };
  const data = { ...ids, owner, isAnonymous: owner.accountId === null, revision, number: null };
  const envelope = { at };
  return revision % 2 === 1
    ? sourceFact(ContentRemoved, { ...data, cause }, envelope)
    : sourceFact(ContentRestored, data, envelope);
};

/** The event of a toggle. Odd toggles follow, and even toggles unfollow. */
export const followed = (followerId: string, followedId: string, toggle = 1, at = anInstant): SourceFact => {
  const counts = { followerCount: toggle % 2, followingCount: toggle % 2, suspendedBy: [] };
  const data = { followId: randomUUID(), followerId, followedId, toggle, ...counts };
  const envelope = { at };
  return toggle % 2 === 1
    ? sourceFact(Followed, { ...data, isReturn: false }, envelope)
    : sourceFact(Unfollowed, data, envelope);
};

export const levelFact = (accountId: string, previousLevel: number, level: number, revision: number): SourceFact =>
  sourceFact(LevelChanged, { accountId, level, previousLevel, revision }, { at: anInstant });

export const roleFact = (
  accountId: string,
  isGranted: boolean,
  role: Role = 'ambassador',
  at = anInstant,
): SourceFact => sourceFact(isGranted ? RoleGranted : RoleRevoked, { accountId, role }, { at });

const latestFacts = new Map<string, { readonly removalId: string; readonly revision: number }>();

/** An event about an account, with the account's next revision. A return has the removal id of its hiding. */
export const accountFact = (
  definition: typeof AccountErased | typeof AccountHidden | typeof AccountShown,
  accountId: string,
  givenId?: string,
): SourceFact => {
  const latest = latestFacts.get(accountId);
  const keptId = definition.type === AccountHidden.type ? undefined : latest?.removalId;
  const fact = { removalId: givenId ?? keptId ?? randomUUID(), revision: (latest?.revision ?? 0) + 1 };
  latestFacts.set(accountId, fact);
  return sourceFact(definition, { accountId, ...fact }, { at: new Date().toISOString() });
};
