import { randomUUID } from 'node:crypto';
import { rebuildProjector } from '@hearsay/event-store';
import {
  type EventSource,
  eventually,
  startEventSource,
  startTestService,
  type TestService,
  tableRows,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { boosted, reposted, repostOf } from './engagement-facts.suite.js';
import { ranksProjector } from './ranks.projector.js';

let service: TestService;
let engagement: EventSource;

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, contentSettings(), { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
});
afterAll(async () => {
  await engagement.stop();
  await service.stop();
});

const hasEngagement = (contentId: string, wanted: number) =>
  eventually(`the engagement is ${wanted}`, async () => {
    const { rows } = await service.service.pool.query('select 1 from ranks where content_id = $1 and engagement = $2', [
      contentId,
      wanted,
    ]);
    return rows.length === 1;
  });

describe('ranks', () => {
  it('are the same if posts are boosted and reposted during the rebuild', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const talk = new Conversation(service, maya, jonas);
    const [one, other, third] = [await talk.ask(), await talk.ask(), await talk.ask()];
    await talk.reply(other.id, 'Me too');
    await engagement.publish(boosted(one.id, 1), boosted(third.id, 5));
    await service.settled(engagement);
    await hasEngagement(one.id, 1);
    await hasEngagement(other.id, 2);
    await hasEngagement(third.id, 5);
    const { pool } = service.service;
    let live: object | undefined;
    const late: typeof ranksProjector = {
      ...ranksProjector,
      shared: {
        ...ranksProjector.shared!,
        // All posts have been read. Counts from now on change the live ranks alone.
        async lock() {
          if (live) return;
          await engagement.publish(boosted(one.id, 2), reposted(repostOf(jonas, 'question', other.id)));
          await hasEngagement(one.id, 2);
          await hasEngagement(other.id, 5);
          live = await tableRows(pool, ranksProjector.tables);
        },
      },
    };
    const { ownerUrl, role } = service.database;
    await rebuildProjector({
      ownerUrl,
      role,
      progress: () => undefined,
      service: 'content',
      projector: late,
      connection: service.connection,
      subjectPrefix: service.prefix,
    });
    expect(await tableRows(pool, ranksProjector.tables)).toEqual(live);
    await engagement.publish(boosted(one.id, 3));
    await hasEngagement(one.id, 3);
  });
});
