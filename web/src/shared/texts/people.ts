import { isolated } from '@hearsay/contracts';
import { counted, figures } from './language.ts';

/** Profiles and who people are. */
export const peopleTexts = {
  accountTypes: { spotlight: 'Spotlight', ambassador: 'Ambassador', creator: 'Creator', fan: 'Fan' },
  /** What a failed read of a person says. */
  reads: {
    profile: 'Failed to fetch profile',
    user: 'Failed to fetch user',
    following: 'Failed to fetch following status',
    recent: 'Failed to fetch recent question',
  },
  profile: {
    failed: 'User not found',
    backToFeed: 'Back to Feed',
    notFound: { title: 'User Not Found', text: 'Nobody here goes by that name.', toDiscover: 'Discover' },
    settings: 'Settings',
    follow: 'Follow',
    unfollow: 'Unfollow',
    followers: (count: number) => counted(count, { one: 'follower', other: 'followers' }),
    following: (count: number) => `${figures(count)} following`,
    askQuestion: 'Ask Question',
    level: (level: number) => `Level ${level}`,
    levelLink: 'XP and level',
    counts: 'In numbers',
    boostsGiven: 'Boosts given',
    boostsReceived: 'Boosts received',
    answersGiven: 'Answers given',
    questionsAsked: 'Questions asked',
    recent: 'Recent Post',
    noRecent: 'Nothing asked yet.',
    tabs: { label: 'Profile', activity: 'Activity', reposts: 'Reposts', pending: 'Pending' },
    noActivity: 'Nothing to see here yet.',
    hiddenActivity: (username: string) => `${isolated(username)} keeps their activity to themself.`,
    noReposts: 'Nothing passed on yet.',
    end: 'That is all.',
    noPending: 'Nobody waits for an answer.',
    pendingFailed: 'Error loading pending questions',
    acts: {
      created: 'asked',
      approved: 'answered a question',
      repost: 'reposted',
      'discussion-repost': 'reposted a reply',
      replied: 'replied',
      boosted: 'boosted',
    },
    published: 'published',
    act: (act: string, time: string) => `${act} · ${time}`,
  },
  follow: {
    done: 'Now following',
    undone: 'Unfollowed',
    failed: 'Follow failed',
    undoFailed: 'Unfollow failed',
    /** What somebody is told whose session has ended meanwhile. */
    mustSignIn: {
      follow: 'You must be logged in to follow users',
      unfollow: 'You must be logged in to unfollow users',
    },
  },
};
