import { randomUUID } from 'node:crypto';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { boostPairOf, boostToggleFact, named, removal, tableRows } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousXp, startGamification } from '../gamification.suite.js';
import { boostsProjector } from './boosts.projector.js';
import { removedContentsProjector } from './removed-contents.projector.js';

const options = { anonymousXp, caps: defaultDailyCaps, wakeLevels: () => undefined };

const game = serviceForBlock(() => startGamification());

describe('XP of boosts', () => {
  const projector = boostsProjector(options);
  const rows = (tx = game.service.pool as Parameters<typeof tableRows>[0]) => tableRows(tx, projector.tables);

  it('a rebuild gives the same XP even if content is removed and restored during it', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const owner = named(author);
    const [gone, back] = [
      { contentId: randomUUID(), owner },
      { contentId: randomUUID(), owner },
    ];
    await game.content.publish(removal(back, 1));
    await game.engagement.publish(
      ...[gone, back].map((content) => boostToggleFact(boostPairOf(booster, owner, content.contentId), 1)),
    );
    await game.settled();
    expect([await game.xp(booster), await game.xp(author)]).toEqual([10, 3]);
    let live: object | undefined;
    const late: typeof projector = {
      ...projector,
      shared: {
        // At this point, the rebuild has read all boosts. Later removals mark only the live rows.
        async lock(tx) {
          if (!live) {
            await game.content.publish(removal(gone, 1), removal(back, 2));
            await game.settled();
            live = await rows();
          }
          await projector.shared!.lock!(tx);
        },
        settle: (tx) => projector.shared!.settle(tx),
      },
    };
    await game.rebuild(late);
    expect(await rows()).toEqual(live);
    expect(await game.xp(author)).toBe(3);
    await game.content.publish(removal(back, 3));
    await game.hasXp(author, 0);
  });

  it('XP does not change during a rebuild of `removed_contents`', async () => {
    const author = randomUUID();
    const back = { contentId: randomUUID(), owner: named(author) };
    await game.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), back.owner, back.contentId), 1));
    await game.hasXp(author, 3);
    await game.content.publish(removal(back, 1));
    await game.hasXp(author, 0);
    await game.content.publish(removal(back, 2));
    await game.hasXp(author, 3);
    const removedContents = removedContentsProjector(options);
    const live = await rows();
    const contents = await tableRows(game.service.pool, removedContents.tables);
    let met = 0;
    const oneByOne: typeof removedContents = {
      ...removedContents,
      async apply(tx, events) {
        for (const event of events) {
          await removedContents.apply(tx, [event]);
          expect(await rows(tx)).toEqual(live);
          met += 1;
        }
      },
    };
    await game.rebuild(oneByOne);
    expect(met).toBeGreaterThanOrEqual(2);
    expect(await tableRows(game.service.pool, removedContents.tables)).toEqual(contents);
  });
});
