import { PodcastPublished } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

/** Whose first episode is out is a creator from then on, whatever becomes of the episode. */
export const creatorsProjector: Projector<typeof PodcastPublished> = {
  kind: 'projector',
  name: 'creators',
  source: 'content',
  events: [PodcastPublished],
  tables: ['creators'],
  async apply(tx, events) {
    const creators = events.flatMap(({ data }) => data.owner.accountId ?? []);
    await tx.query(
      'insert into creators (account_id) select distinct unnest($1::uuid[]) as id order by id on conflict do nothing',
      [creators],
    );
  },
};
