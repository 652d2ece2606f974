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
  sort: 'Sort',
  sorts: {
    recent: 'Recent',
    engagement: 'Most Engaged',
    trending: 'Trending',
    boosted: 'Most Boosted',
    replies: 'Most Replies',
  },
};
