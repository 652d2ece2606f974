import { randomBytes, randomUUID } from 'node:crypto';
import { SealedAuthors } from '@hearsay/service-runtime';
import { boostPairOf, boostToggleFact, eventually, named, questionAsked } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, knownAuthors, sealKeys, startGamification } from '../gamification.suite.js';

const newKey = randomBytes(32);
const stranger = new SealedAuthors({ ...sealKeys, SEALED_AUTHOR_KEYS: [newKey] }, 'gamification');

describe('a lost seal key', () => {
  const game = serviceForBlock(() => startGamification());

  it('an unreadable anonymous total counts as 0, while boosts, lists and levels work', async () => {
    const author = randomUUID();
    await game.content.publish(questionAsked(anonymousOwner(author)));
    await game.hasXp(author, 10);
    for (const [table, value] of [
      ['anonymous_totals', { total: 10 }],
      ['anonymous_days', { sum: 10, counted: 10 }],
      ['anonymous_entries', { authorId: knownAuthors.authorIdOf(author), amount: 10, days: [] }],
    ] as const)
      await game.rows(`update ${table} set sealed = $1`, [stranger.sealJson(value)]);
    expect(await game.xp(author)).toBe(0);
    expect(await game.activities(author)).toMatchObject([{ rule: 'anonymous-posts', amount: 0 }]);
    expect(await game.metric('hearsay_unreadable_seals_total')).toBeGreaterThan(0);

    await game.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), named(author)), 1));
    await game.hasXp(author, 3);
    await game.content.publish(questionAsked(anonymousOwner(author)));
    await game.hasXp(author, 13);
    await game.settled();
    expect(await game.count('dead_letters')).toBe(0);
  });

  it('waiting rows that cannot be opened are retried only after seconds', async () => {
    const waiting = stranger.sealJson({ rule: 'question-asked', day: '2026-11-20', amount: 10 });
    await game.rows('insert into waiting_xp (id, sealed) values ($1, $2)', [randomUUID(), waiting]);
    await game.content.publish(questionAsked(anonymousOwner(randomUUID())));
    const later = "(select from xp_pools having min(due_at) > now() + interval '2 seconds') as later";
    await eventually('the next pool is not due', async () => (await game.count(later)) === 1);
    await game.rows('delete from waiting_xp');
  });

  it('a lost key halts only the consumer whose event was sealed with it', async () => {
    const author = randomUUID();
    await game.content.publish(questionAsked(stranger.ownerOf(knownAuthors.authorIdOf(author))));
    await eventually(
      'the halt is shown',
      async () => (await game.metric('hearsay_consumer_halted', 'consumer="posts"')) === 1,
    );
    expect(await game.count('dead_letters')).toBe(0);
    await game.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), named(author)), 1));
    await game.hasXp(author, 3);
  });
});

describe('a renewed seal key', () => {
  const game = serviceForBlock(() => startGamification({ readingKeys: [newKey] }));

  it('a process can open seals of a new key that it has only for reading', async () => {
    const author = randomUUID();
    await game.content.publish(questionAsked(stranger.ownerOf(knownAuthors.authorIdOf(author))));
    await game.hasXp(author, 10);
    const [entry] = await game.rows<{ sealed: string }>('select sealed from anonymous_entries');
    expect(() => stranger.open(entry!.sealed)).toThrow('not here');
  });
});
