import { isolateDirection } from '@hearsay/contracts';

export const feedTexts = {
  feed: {
    title: 'Feed',
    leads: {
      recent: 'What people ask and answer, the newest first.',
      others: 'What people ask and answer, the liveliest first.',
    },
    leadFollowing: 'Only from those whom you follow.',
    failed: 'Error loading feed',
    notFetched: 'Failed to fetch feed',
    empty: 'Your feed is empty.',
    toDiscover: 'Discover',
    whose: 'Whose posts',
    following: 'Following',
    everyone: 'All Posts',
  },
  list: 'Questions',
  end: "You've reached the end!",
  first: 'You are the first.',
  sort: 'Sort',
  sorts: {
    recent: 'Recent',
    engagement: 'Most Engaged',
    trending: 'Trending',
    boosted: 'Most Boosted',
    replies: 'Most Replies',
  },
};

export const nearlyHeardTexts = { title: 'Nearly heard' };

export const discoverTexts = {
  title: 'Discover',
  lead: 'What the whole community turns up.',
  failed: 'Error loading discover content',
  notFetched: 'Failed to fetch discover content',
  empty: 'No content available yet.',
  search: 'Search people',
  searchWords: 'Search questions, replies and episodes',
  matching: (words: string) => `Users matching "${isolateDirection(words)}"`,
  nobody: (words: string) => `No users found for "${isolateDirection(words)}"`,
  searchFailed: 'Failed to search users',
  back: 'Back to Discover',
};
