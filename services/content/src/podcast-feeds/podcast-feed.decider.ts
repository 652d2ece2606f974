import type { CommandDefinition } from '@hearsay/event-store';
import type { FeedChange } from './podcast-feed.sql.js';

const nothing = () => ({ aggregates: {} });
const changed = (change: FeedChange) => ({ events: [], rows: { podcastFeeds: [change] }, result: {} });

type ChangeOf<Kind extends FeedChange['kind']> = Omit<Extract<FeedChange, { kind: Kind }>, 'kind'>;

/** A feed is a permission to read, so it is a row without an event, like a session. */
export const setPodcastFeed: CommandDefinition<ChangeOf<'set'>, Record<string, never>> = {
  type: 'set-podcast-feed',
  plan: nothing,
  decide: (feed) => changed({ kind: 'set', ...feed }),
};

export const renewPodcastFeed: CommandDefinition<ChangeOf<'renew'>, Record<string, never>> = {
  type: 'renew-podcast-feed',
  plan: nothing,
  decide: (feed) => changed({ kind: 'renew', ...feed }),
};
