import type { ContentRef } from '@hearsay/contracts';
import { contentKey } from '@hearsay/contracts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Milliseconds, and numbers of retries. `fresh` and `kept` are `staleTime` and `gcTime` of React Query. */
export const querySettings = {
  fresh: 5 * MINUTE,
  kept: 30 * MINUTE,
  /** The first retry follows after `firstRetry`. Each pause doubles, up to `longestRetry`. */
  retries: 2,
  firstRetry: SECOND,
  longestRetry: 30 * SECOND,
  actRetries: 1,
  feed: { fresh: 2 * MINUTE, kept: 10 * MINUTE, retries: 2 },
  batchStatus: { fresh: 30 * SECOND, kept: 2 * MINUTE },
  boostStatus: { fresh: MINUTE },
  person: { fresh: 5 * MINUTE },
  poll: { bell: 5 * SECOND, notifications: 10 * SECOND, reports: 30 * SECOND, chat: 3 * SECOND, wipes: 2 * SECOND },
} as const;

export const retryDelay = (attempt: number): number =>
  Math.min(querySettings.firstRetry * 2 ** attempt, querySettings.longestRetry);

/** `all` is the common prefix of a group, by which an act invalidates the whole group. */
export const queryKeys = {
  session: ['session'] as const,
  /** Mutation key of the changes of the own account. */
  ownChange: ['own-change'] as const,
  ownSessions: ['own-sessions'] as const,
  wordRules: {
    list: ['word-rules'] as const,
    preview: (text: string) => ['word-rule-preview', text] as const,
  },
  paged: ['paged'] as const,
  feed: {
    all: ['paged', 'feed'] as const,
    list: (sortBy: string, userId: string, isFollowing: boolean) =>
      ['paged', 'feed', sortBy, userId, isFollowing] as const,
  },
  nearlyHeard: {
    all: ['nearly-heard'] as const,
    list: (limit: number, userId: string) => ['nearly-heard', limit, userId] as const,
  },
  mutes: {
    blocks: (userId: string) => ['blocks', userId] as const,
    mutes: (userId: string) => ['mutes', userId] as const,
  },
  newestPosts: (userId: string) => ['newest-posts', userId] as const,
  usualBoosts: ['usual-boosts'] as const,
  ownContent: {
    list: (userId: string) => ['paged', 'own-content', userId] as const,
  },
  bookmarks: (userId: string) => ['paged', 'bookmarks', userId] as const,
  question: {
    detail: (id: string) => ['question', id] as const,
  },
  /** Lists of people with a Follow button. */
  people: {
    all: ['people'] as const,
    found: (words: string) => ['people', 'found', words] as const,
    heard: (viewerId: string) => ['people', 'heard', viewerId] as const,
  },
  search: (words: string, kind: string, userId: string) => ['paged', 'search', words, kind, userId] as const,
  similar: (title: string) => ['similar-questions', title] as const,
  podcast: (id: string) => ['podcast', id] as const,
  transcript: (id: string) => ['transcript', id] as const,
  podcastFeed: (userId: string) => ['podcast-feed', userId] as const,
  podcastCard: (id: string) => ['podcast-card', id] as const,
  receipt: (code: string) => ['receipt', code] as const,
  askable: ['askable'] as const,
  reply: (id: string) => ['reply', id] as const,
  room: (questionId: string) => ['room', questionId] as const,
  repost: {
    all: ['repost-status'] as const,
    status: ({ contentType, contentId }: ContentRef) => ['repost-status', contentType, contentId] as const,
    batch: (items: readonly ContentRef[]) => ['repost-status', 'batch', items.map(contentKey)] as const,
  },
  location: (id: string) => ['location', id] as const,
  boost: {
    status: ({ contentType, contentId }: ContentRef) => ['boost-status', contentType, contentId] as const,
    batch: (items: readonly ContentRef[]) => ['boost-status', 'batch', items.map(contentKey)] as const,
    /** The latest count from an act or a live message. No query reads it from the server. */
    latestCount: (item: ContentRef) => ['boost-heard', contentKey(item)] as const,
    /** Mutation keys, by which the app finds the boosts that it is sending. */
    acts: ['boost'] as const,
    act: (item: ContentRef) => ['boost', contentKey(item)] as const,
  },
  notifications: {
    all: ['notifications'] as const,
    list: (userId: string) => ['notifications', 'list', userId] as const,
    unread: (userId: string) => ['notifications', 'unread', userId] as const,
    reports: (userId: string) => ['notifications', 'reports', userId] as const,
    resolvedReports: (userId: string) => ['notifications', 'resolved reports', userId] as const,
  },
  person: {
    all: ['person'] as const,
    profile: (userId: string) => ['person', 'profile', userId] as const,
    older: (userId: string, list: string, before: string) => ['person', 'profile', userId, list, before] as const,
    posts: (userId: string, kind: string) => ['person', 'posts', userId, kind] as const,
    named: (username: string) => ['person', 'named', username.toLowerCase()] as const,
    following: (userId: string, viewerId: string) => ['person', 'following', userId, viewerId] as const,
    recent: (userId: string) => ['person', 'recent', userId] as const,
    /** The common prefix of the two pending lists. */
    pending: (userId: string) => ['person', 'pending', userId] as const,
    pendingList: (userId: string, isFiltered: boolean) => ['person', 'pending', userId, isFiltered] as const,
    newestOwn: (userId: string) => ['person', 'newest-own', userId] as const,
  },
  admin: {
    all: ['admin'] as const,
    people: ['admin', 'people'] as const,
    preview: (userId: string) => ['admin', 'preview', userId] as const,
    wipes: ['admin', 'wipes'] as const,
  },
  xp: {
    all: ['xp'] as const,
    own: ['xp', 'own'] as const,
    today: (userId: string) => ['xp', 'today', userId] as const,
    activities: (userId: string) => ['xp', 'activities', userId] as const,
  },
};
