import { ContentRemoved, ContentRestored, PodcastEdited, PodcastPublished } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import { noteNewest } from '../feeds/newest-posts.js';
import { type PodcastDefinition, podcastEvents } from './podcast.decider.js';

/** Episodes as they are decided on and read. */
export const podcastRows: ReadModel<PodcastDefinition> = {
  name: 'content.podcasts',
  events: podcastEvents,
  tables: ['podcasts', 'newest_podcasts'],
  async apply(tx, events) {
    const published = eventsOf(events, PodcastPublished);
    if (published.length > 0) {
      await insertPodcasts(tx, published);
      await noteNewest(
        tx,
        'newest_podcasts',
        published.map(({ data, meta }) => ({ accountId: data.owner.accountId, at: meta.occurredAt })),
      );
    }
    // One after the other: an episode may be edited and removed in one batch, and that is rare enough.
    for (const event of events) {
      if (event.type === PodcastEdited.type) await editPodcast(tx, event);
      else if (event.type !== PodcastPublished.type && event.data.contentType === 'podcast')
        await movePodcast(tx, event);
    }
  },
};

const insertPodcasts = (tx: Transaction, published: readonly AppendedEvent<typeof PodcastPublished>[]) =>
  tx.query(
    `insert into podcasts (id, version, owner_id, title_text_id, description_text_id, media_key, media_type, duration, created_at)
     select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::float8[], $9::timestamptz[])`,
    [
      published.map(({ data }) => data.podcastId),
      published.map(({ version }) => version),
      published.map(({ data }) => data.owner.accountId),
      published.map(({ data }) => data.titleTextId),
      published.map(({ data }) => data.descriptionTextId),
      published.map(({ data }) => data.mediaKey),
      published.map(({ data }) => data.mediaType),
      published.map(({ data }) => data.duration),
      published.map(({ meta }) => meta.occurredAt),
    ],
  );

const editPodcast = (tx: Transaction, { data, version }: AppendedEvent<typeof PodcastEdited>) =>
  tx.query(
    'update podcasts set title_text_id = $2, description_text_id = $3, is_edited = true, version = $4 where id = $1',
    [data.podcastId, data.titleTextId, data.descriptionTextId, version],
  );

const movePodcast = (tx: Transaction, event: AppendedEvent<typeof ContentRemoved | typeof ContentRestored>) => {
  const isRemoved = event.type === ContentRemoved.type;
  return tx.query(
    'update podcasts set removal_id = $2, removal_revision = $3, removed_at = $4, version = $5 where id = $1',
    [
      event.data.contentId,
      isRemoved ? event.data.removalId : null,
      event.data.revision,
      isRemoved ? event.meta.occurredAt : null,
      event.version,
    ],
  );
};
