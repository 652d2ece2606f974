import { rowsCommand } from '@hearsay/event-store';
import type { FeedChange } from './podcast-feed.sql.js';

type ChangeOf<Kind extends FeedChange['kind']> = Omit<Extract<FeedChange, { kind: Kind }>, 'kind'>;

const changed = (change: FeedChange) => ({ podcastFeeds: [change] });

/** A feed is a row without an event, because its key is a secret that permits reading, like a session. */
export const setPodcastFeed = rowsCommand('set-podcast-feed', (feed: ChangeOf<'set'>) =>
  changed({ kind: 'set', ...feed }),
);

export const renewPodcastFeed = rowsCommand('renew-podcast-feed', (feed: ChangeOf<'renew'>) =>
  changed({ kind: 'renew', ...feed }),
);
