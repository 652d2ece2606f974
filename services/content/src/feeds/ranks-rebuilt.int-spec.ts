import { rebuildProjector } from '@hearsay/event-store';
import { eventually, tableRows } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from '../content.suite.js';
import { newBoostFact, newRepost, repostFact } from './engagement-facts.suite.js';
import { ranksProjector } from './ranks.projector.js';

const content = new ContentUnderTest('engagement');

const hasEngagement = (contentId: string, wanted: number) =>
  eventually(`the engagement is ${wanted}`, async () => {
    const select = 'select 1 from ranks where content_id = $1 and engagement = $2';
    return (await content.rows(select, contentId, wanted)).length === 1;
  });

describe('ranks', () => {
  it('ranks are the same after a rebuild during which posts are boosted and reposted', async () => {
    const [one, other, third] = [await content.ask(), await content.ask(), await content.ask()];
    await content.reply(other.id);
    await content.engagement.publish(newBoostFact(one.id, 1), newBoostFact(third.id, 5));
    await content.settled();
    await hasEngagement(one.id, 1);
    await hasEngagement(other.id, 2);
    await hasEngagement(third.id, 5);
    let live: object | undefined;
    const late: typeof ranksProjector = {
      ...ranksProjector,
      shared: {
        ...ranksProjector.shared!,
        // At this point, the rebuild has read all posts. Later counts change only the live ranks.
        async lock() {
          if (live) return;
          const repost = repostFact(newRepost(content.jonas, 'question', other.id));
          await content.engagement.publish(newBoostFact(one.id, 2), repost);
          await hasEngagement(one.id, 2);
          await hasEngagement(other.id, 5);
          live = await tableRows(content.pool, ranksProjector.tables);
        },
      },
    };
    const { database, connection, prefix } = content.service;
    await rebuildProjector({
      ...{ ownerUrl: database.ownerUrl, role: database.role, progress: () => undefined },
      ...{ service: 'content', projector: late, connection, subjectPrefix: prefix },
    });
    expect(await tableRows(content.pool, ranksProjector.tables)).toEqual(live);
    await content.engagement.publish(newBoostFact(one.id, 3));
    await hasEngagement(one.id, 3);
  });
});
