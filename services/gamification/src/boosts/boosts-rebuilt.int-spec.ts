import { randomUUID } from 'node:crypto';
import { type Projector, rebuildProjector } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { eventually, pairOf, tableRows, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymousXp, named, removal, startGamification } from '../gamification.suite.js';
import { boostsProjector } from './boosts.projector.js';
import { removedContentsProjector } from './removed-contents.projector.js';

const caps = defaultDailyCaps;

const game = aService(() => startGamification({ caps }));

const hasXp = (accountId: string, xp: number) => eventually(`${xp} XP`, async () => (await game.xp(accountId)) === xp);
const settledContent = async () => {
  const marker = { id: randomUUID(), owner: named(randomUUID()) };
  await game.content.publish(removal(marker, 1));
  await eventually('the removal is applied', async () => {
    const { rows } = await game.service.service.pool.query('select 1 from removed_contents where content_id = $1', [
      marker.id,
    ]);
    return rows.length === 1;
  });
};
const rebuild = (projector: Projector) => {
  const { ownerUrl, role } = game.service.database;
  const { connection, prefix: subjectPrefix } = game.service;
  return rebuildProjector({
    ownerUrl,
    role,
    progress: () => undefined,
    service: 'gamification',
    projector,
    connection,
    subjectPrefix,
  });
};

describe('XP of boosts', () => {
  it('is the same when contents are removed and restored during the rebuild', async () => {
    const [owner, booster] = [randomUUID(), randomUUID()];
    const [gone, back] = [
      { id: randomUUID(), owner: named(owner) },
      { id: randomUUID(), owner: named(owner) },
    ];
    await game.content.publish(removal(back, 1));
    await game.engagement.publish(...[gone, back].map(({ id }) => toggled(pairOf(booster, named(owner), id), 1)));
    await settledContent();
    await hasXp(booster, 10);
    await hasXp(owner, 3);
    const { pool } = game.service.service;
    const projector = boostsProjector({ anonymousXp, caps, wakeLevels: () => undefined });
    let live: object | undefined;
    const late: typeof projector = {
      ...projector,
      shared: {
        // All boosts have been read. Removals from now on are marked in the live rows alone.
        async lock(tx) {
          if (!live) {
            await game.content.publish(removal(gone, 1), removal(back, 2));
            await settledContent();
            live = await tableRows(pool, projector.tables);
          }
          await projector.shared!.lock!(tx);
        },
        settle: (tx) => projector.shared!.settle(tx),
      },
    };
    await rebuild(late);
    expect(await tableRows(pool, projector.tables)).toEqual(live);
    await hasXp(owner, 3);
    await game.content.publish(removal(back, 3));
    await hasXp(owner, 0);
  });

  it('stays during a rebuild of the removed contents', async () => {
    const [owner, booster] = [randomUUID(), randomUUID()];
    const back = { id: randomUUID(), owner: named(owner) };
    await game.engagement.publish(toggled(pairOf(booster, named(owner), back.id), 1));
    await hasXp(owner, 3);
    await game.content.publish(removal(back, 1));
    await hasXp(owner, 0);
    await game.content.publish(removal(back, 2));
    await hasXp(owner, 3);
    const { pool } = game.service.service;
    const options = { anonymousXp, caps, wakeLevels: () => undefined };
    const [{ tables }, projector] = [boostsProjector(options), removedContentsProjector(options)];
    const live = await tableRows(pool, tables);
    const contents = await tableRows(pool, projector.tables);
    let met = 0;
    const oneByOne: typeof projector = {
      ...projector,
      async apply(tx, events) {
        for (const event of events) {
          await projector.apply(tx, [event]);
          expect(await tableRows(tx, tables)).toEqual(live);
          met += 1;
        }
      },
    };
    await rebuild(oneByOne);
    expect(met).toBeGreaterThanOrEqual(2);
    expect(await tableRows(pool, projector.tables)).toEqual(contents);
  });
});
