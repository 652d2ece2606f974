import type { AccountExport } from '@hearsay/contracts';

type Exported = keyof Omit<AccountExport, 'exportedAt' | 'media'>;

interface TableWithAccounts {
  readonly exported: Exported | { readonly not: string };
  /**
   * True if an erasure deletes the account's rows. Other tables keep the id, which then leads to no name and no words.
   */
  readonly isErased?: true;
}

const copied = { not: 'copies rows of another service' };
const summed = { not: 'sums or newest instants of rows that are exported' };
const bookkept = { not: 'says what the system has done already' };

/**
 * Every table with account ids. `people.journey.ts` fails if one is missing. For a new table decide whether an export
 * lists its rows, and whether an erasure deletes them.
 */
export const tablesWithAccounts: Readonly<Record<string, TableWithAccounts>> = {
  'content.bookmarks': { exported: 'bookmarks', isErased: true },
  'content.boosts_given': { exported: copied },
  'content.follows': { exported: copied },
  'content.hidings': { exported: bookkept },
  'content.newest_podcasts': { exported: summed },
  'content.newest_questions': { exported: summed },
  'content.newest_reposts': { exported: summed },
  'content.podcast_feed_episodes': { exported: 'podcastFeeds', isErased: true },
  'content.podcast_feeds': { exported: 'podcastFeeds', isErased: true },
  'content.podcasts': { exported: 'posts' },
  'content.questions': { exported: 'posts' },
  'content.replies': { exported: 'replies' },
  'content.reposts': { exported: copied },
  'content.uploads': { exported: { not: 'a file that becomes an episode or a picture, or goes within a day' } },
  'content.watches': { exported: 'watches', isErased: true },
  'content.word_rules': { exported: 'wordRules', isErased: true },
  'engagement.boosts': { exported: 'boosts' },
  'engagement.contents': { exported: copied },
  'engagement.follow_counts': { exported: summed },
  'engagement.follows': { exported: 'follows' },
  'engagement.newest_hidings': { exported: bookkept },
  'engagement.reposts': { exported: 'reposts' },
  'gamification.boost_day_sums': { exported: summed },
  'gamification.boost_entries': { exported: 'xpActivities' },
  'gamification.boost_totals': { exported: summed },
  'gamification.claims': { exported: bookkept },
  'gamification.day_sums': { exported: summed },
  'gamification.progress': { exported: 'profile' },
  'gamification.xp_entries': { exported: 'xpActivities' },
  'identity.accounts': { exported: 'profile' },
  'identity.command_results': { exported: bookkept },
  'identity.creators': { exported: 'profile' },
  'identity.credentials': { exported: { not: 'a hash of the password' }, isErased: true },
  'identity.mutes': { exported: 'mutes', isErased: true },
  'identity.sessions': { exported: { not: 'listed in the settings, and gone when it ends' }, isErased: true },
  'identity.stream_heads': { exported: bookkept },
  'identity.texts': { exported: 'profile', isErased: true },
  'moderation.reports': { exported: { not: 'a report is for ambassadors, who see no reporter of anonymous posts' } },
  'notification.boost_acts': { exported: { not: "the owner's notifications say who boosted" } },
  'notification.claims': { exported: bookkept },
  'notification.inboxes': { exported: bookkept },
  'notification.notifications': { exported: 'notifications' },
  'notification.preferences': { exported: 'profile' },
  'notification.reply_acts': { exported: { not: "the owner's notifications say who replied" } },
  'notification.undone_acts': { exported: copied },
};
