import type { ContentRef } from '@hearsay/contracts';
import { contentKey } from '@hearsay/contracts';

/** `all` is the common prefix of a group, by which an act invalidates the whole group. */
export const queryKeys = {
  session: ['session'] as const,
  /** A mutation key. */
  ownChange: ['own-change'] as const,
  ownSessions: ['own-sessions'] as const,
  paged: ['paged'] as const,
  feed: {
    all: ['paged', 'feed'] as const,
    list: (sortBy: string, userId: string, isFollowing: boolean) =>
      ['paged', 'feed', sortBy, userId, isFollowing] as const,
  },
  ownContent: {
    list: (userId: string) => ['paged', 'own-content', userId] as const,
  },
  question: {
    detail: (id: string) => ['question', id] as const,
  },
  foundPeople: (words: string) => ['found-people', words] as const,
  podcast: (id: string) => ['podcast', id] as const,
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
    /** The latest count of an act or a live message. No query fills it. */
    heard: (item: ContentRef) => ['boost-heard', contentKey(item)] as const,
    /** A mutation key, by which the app finds a pending boost. */
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
    named: (username: string) => ['person', 'named', username.toLowerCase()] as const,
    following: (userId: string, viewerId: string) => ['person', 'following', userId, viewerId] as const,
    recent: (userId: string) => ['person', 'recent', userId] as const,
    pending: (userId: string) => ['person', 'pending', userId] as const,
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
    activities: (userId: string) => ['xp', 'activities', userId] as const,
  },
};
