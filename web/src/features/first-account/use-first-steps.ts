import {
  type BoostAnswer,
  contentKey,
  type FeedItem,
  type FoundUser,
  type HeardUser,
  limits,
  OwnContent,
  type QuestionItem,
  ReadableFeed,
  type UserCard,
} from '@hearsay/contracts';
import { queryOptions, useMutationState, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { boostQueries } from '../../shared/boosts/boost.queries.ts';
import { nearlyHeardQuery } from '../../shared/cards/nearly-heard.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';

/** Maximum number of people that the second step asks the viewer to follow. */
const MOST_FOLLOWS = 3;
/** Number of posts in one read. */
const NEWEST_POSTS = 50;

const newestPosts = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.newestPosts(userId),
    queryFn: ({ signal }) =>
      read(
        ReadableFeed,
        `/api/feed?sortBy=recent&followersOnly=false&page=1&limit=${NEWEST_POSTS}&userId=${userId}`,
        signal,
      ),
    staleTime: querySettings.feed.fresh,
  });

/** Includes anonymous and pending questions. At the first level, one page holds enough of them. */
const newestOwn = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.person.newestOwn(userId),
    queryFn: ({ signal }) => read(OwnContent, `/api/users/${userId}/content`, signal),
    staleTime: 0,
  });

/** Questions of others that the viewer has not boosted. Empty until the viewer's boosts are known. */
function useUnboosted(questions: readonly QuestionItem[], userId: string) {
  const refs = questions.map(questionRef);
  const { data, isLoading } = useQuery({
    ...boostQueries.batch(useQueryClient(), refs, userId),
    enabled: refs.length > 0,
  });
  const isUnboosted = (question: QuestionItem) => data?.[contentKey(questionRef(question))]?.isBoosted === false;
  return { unboosted: questions.filter((question) => !question.isMine && isUnboosted(question)), isLoading };
}

/** The newest questions of other people, each once. */
export function useNewestQuestions(userId: string, isNeeded = true) {
  const { data: posts = [], isLoading } = useQuery({ ...newestPosts(userId), enabled: isNeeded });
  const byId = new Map(posts.flatMap((post) => (isOthersQuestion(post) ? [[post.id, post]] : [])));
  const questions = [...byId.values()];
  const { unboosted, isLoading: isAsking } = useUnboosted(questions, userId);
  return { posts, questions, unboosted, isLoading: isLoading || isAsking };
}

const isOthersQuestion = (post: FeedItem): post is QuestionItem =>
  post.kind === 'question' && post.isApproved && !post.isMine;

type Person = FoundUser | HeardUser;

const authorOf = (post: FeedItem): UserCard | null =>
  post.kind === 'answer' || (post.kind === 'question' && post.isAnonymous) ? null : post.creator;

/** Authors of the newest posts. They complete the list when too few people were heard this week. */
function useNewestAuthors(posts: readonly FeedItem[], userId: string, leftOut: readonly Person[], most: number) {
  const known = new Set([userId, ...leftOut.map(({ id }) => id)]);
  const authors = new Map<string, UserCard>();
  for (const author of posts.map(authorOf))
    if (author && !known.has(author.id) && authors.size < most) authors.set(author.id, author);
  return useQueries({
    queries: [...authors.keys()].map((id) => personQueries.following(id, userId)),
    combine: (statuses) => ({
      isLoading: statuses.some((status) => status.isLoading),
      people: [...authors.values()].flatMap(({ id, username, profileImage, level, badge }, index): FoundUser[] => {
        const isFollowing = statuses[index]?.data?.isFollowing;
        const card = { id, username, profileImage, level, badge, isProtected: null };
        return isFollowing === undefined ? [] : [{ ...card, isFollowing }];
      }),
    }),
  });
}

/** True once the viewer has boosted on this page. Needed because the profile counts the boost a moment later. */
const useHasBoostedHere = (): boolean =>
  useMutationState({
    filters: { mutationKey: queryKeys.boost.acts, status: 'success' },
    select: ({ state }) => (state.data as BoostAnswer).isBoosted,
  }).at(-1) === true;

interface FirstSteps {
  /** Null if there is nothing to turn up. */
  readonly question: QuestionItem | null;
  readonly people: readonly Person[];
  /** Number of people in the second step: followed people plus offered people, at most three. */
  readonly follows: number;
  readonly following: number;
  readonly hasBoosted: boolean;
  readonly hasAsked: boolean;
}

/** Undefined while it loads, null if it could not be read. */
export function useFirstSteps(userId: string): FirstSteps | null | undefined {
  const profile = useQuery(personQueries.profile(userId));
  const own = useQuery(newestOwn(userId));
  const near = useQuery(nearlyHeardQuery(limits.nearlyHeard.max, userId));
  const { unboosted, isLoading: isAsking } = useUnboosted(near.data ?? [], userId);
  const heard = useQuery(personQueries.heard(userId));
  const hasBoostedHere = useHasBoostedHere();

  const following = profile.data?.user.followingCount ?? 0;
  const heardPeople = heard.data ?? [];
  const missing = Math.max(0, MOST_FOLLOWS - following - heardPeople.length);
  const isRead = ![profile, own, near, heard].some((query) => query.isLoading) && !isAsking;
  const newest = useNewestQuestions(userId, isRead && (unboosted.length === 0 || missing > 0));
  const authors = useNewestAuthors(newest.posts, userId, heardPeople, missing);

  if (!isRead || newest.isLoading || authors.isLoading) return undefined;
  if (!profile.data || !own.data) return null;
  const people = [...heardPeople, ...authors.people];
  return {
    question: unboosted[0] ?? newest.unboosted[0] ?? null,
    people: people.slice(0, MOST_FOLLOWS),
    follows: Math.min(MOST_FOLLOWS, following + people.filter(({ isFollowing }) => !isFollowing).length),
    following,
    hasBoosted: profile.data.stats.boostsGiven > 0 || hasBoostedHere,
    hasAsked: own.data.some(({ kind }) => kind === 'question'),
  };
}
