import { randomUUID } from 'node:crypto';
import { ContentRemoved, type EventData } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { AbsentContent } from '../contents/absent-content.js';
import { contentsProjector } from '../contents/contents.projector.js';
import { RememberedTargets } from '../contents/remembered-targets.js';
import { EngagementUnderTest } from '../tests/engagement-under-test.suite.js';
import { eraseWords } from './erasures.js';

const engagement = new EngagementUnderTest();
const sweep = async () => {
  while (await eraseWords(engagement.pool));
};
const letTimeGoBy = async () => {
  const { pool } = engagement;
  for (const table of ['repost_erasures', 'content_erasures'])
    await pool.query(`update ${table} set due_at = due_at - interval '73 hours' where due_at > clock_timestamp()`);
};
const leftToDo = async () => {
  const { rows } = await engagement.pool.query(
    'select 1 from repost_erasures union all select 1 from content_erasures',
  );
  return rows.length;
};

describe('the words of a repost', () => {
  it('stay for 73 hours after an undo and are then erased for good', async () => {
    const [target, maya, words] = [engagement.targetOf('question'), randomUUID(), randomUUID()];
    await engagement.repost(target, maya, words);
    await sweep();
    expect(await engagement.hasWords(words)).toBe(true);
    await engagement.removeRepost(target, maya);
    const { rows } = await engagement.pool.query<{ hours: number }>(
      'select extract(epoch from due_at - clock_timestamp())::float8 / 3600 as hours from repost_erasures',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.hours).toBeGreaterThan(72);
    expect(rows[0]!.hours).toBeLessThanOrEqual(73);
    await sweep();
    expect(await engagement.hasWords(words)).toBe(true);
    await letTimeGoBy();
    await sweep();
    expect([await engagement.hasWords(words), await leftToDo()]).toEqual([false, 0]);
  });

  it('stay with a returned repost, and with one hidden again until that hiding ends', async () => {
    const [target, maya, words] = [engagement.targetOf('question'), randomUUID(), randomUUID()];
    await engagement.repost(target, maya, words);
    const [first, second] = [randomUUID(), randomUUID()];
    await engagement.hideRepostsOf(maya, first);
    await engagement.showRepostsOf(maya, first);
    await letTimeGoBy();
    await sweep();
    expect([await engagement.hasWords(words), await leftToDo()]).toEqual([true, 0]);
    await engagement.hideRepostsOf(maya, second);
    await sweep();
    expect(await engagement.hasWords(words)).toBe(true);
    await letTimeGoBy();
    await sweep();
    expect(await engagement.hasWords(words)).toBe(false);
    await engagement.showRepostsOf(maya, second);
    expect(await engagement.repostsOf(maya)).toMatchObject([{ contentId: target.contentId, text: null }]);
  });

  it('go at once when new words replace them', async () => {
    const [target, maya, old, words] = [engagement.targetOf('question'), randomUUID(), randomUUID(), randomUUID()];
    await engagement.repost(target, maya, old);
    await engagement.removeRepost(target, maya);
    await engagement.repost(target, maya, words);
    expect([await engagement.hasWords(old), await engagement.hasWords(words)]).toEqual([false, true]);
    await letTimeGoBy();
    await sweep();
    expect(await engagement.hasWords(words)).toBe(true);
  });

  it('go 72 hours after the removal of the content, unless it has returned', async () => {
    const [question, kept, returned] = [
      engagement.targetOf('question'),
      engagement.targetOf('question'),
      engagement.targetOf('question'),
    ];
    const reply = engagement.targetOf('discussion', { questionId: question.questionId });
    const maya = randomUUID();
    const wordsOf = new Map([question, kept, returned, reply].map((target) => [target, randomUUID()]));
    await engagement.content.publish(...[question, kept, returned].map((target) => engagement.askedFact(target, null)));
    for (const [target, words] of wordsOf) await engagement.repost(target, maya, words);
    await engagement.content.publish(
      engagement.removedFact(question, 1),
      engagement.removedFact(returned, 1, 'wipe'),
      engagement.restoredFact(returned, 2),
    );
    await eventually('all facts have been applied', async () => {
      const { rows } = await engagement.pool.query('select 1 from contents where content_id = $1 and removals = 2', [
        returned.contentId,
      ]);
      return rows.length === 1;
    });
    await sweep();
    const areLeft = async () =>
      Promise.all([question, reply, kept, returned].map((target) => engagement.hasWords(wordsOf.get(target)!)));
    expect([await areLeft(), await leftToDo()]).toEqual([[false, false, true, true], 0]);
  });

  it('stay longer after a wipe, whose undoing restores them within a day', async () => {
    const causes = ['author', 'target', 'ambassador', 'wipe', 'account'] as const;
    const targets = causes.map(() => engagement.targetOf('question'));
    const at = new Date().toISOString();
    await engagement.content.publish(
      ...targets.flatMap((target, index) => [
        engagement.askedFact(target, null),
        engagement.removedFact(target, 1, causes[index], at),
      ]),
    );
    const ids = targets.map(({ contentId }) => contentId);
    const waiting = async () => {
      const { rows } = await engagement.pool.query<{ content_id: string; hours: number }>(
        'select content_id, extract(epoch from due_at - $2::timestamptz)::float8 / 3600 as hours from content_erasures where content_id = any($1)',
        [ids, at],
      );
      return new Map(rows.map(({ content_id, hours }) => [content_id, hours]));
    };
    await eventually('all removals have been noted', async () => (await waiting()).size === causes.length);
    const hours = await waiting();
    expect(ids.map((id) => hours.get(id))).toEqual([72, 72, 72, 98, 98]);
  });

  it('stay when removed again during an erasure, without a deadlock', async () => {
    const { pool } = engagement;
    const [question, maya, words] = [engagement.targetOf('question'), randomUUID(), randomUUID()];
    await engagement.content.publish(engagement.askedFact(question, null));
    await engagement.repost(question, maya, words);
    await engagement.content.publish(engagement.removedFact(question, 1));
    const noted = async () =>
      (
        await pool.query<{ removals: number }>('select removals from content_erasures where content_id = $1', [
          question.contentId,
        ])
      ).rows;
    await eventually('the removal is noted', async () => (await noted()).length === 1);
    const { data, meta } = engagement.removedFact(question, 3, 'author', new Date().toISOString());
    const again = [
      { type: ContentRemoved.type, data: data as EventData<typeof ContentRemoved>, meta } as StoredEvent<
        typeof ContentRemoved
      >,
    ];
    const contents = contentsProjector(new AbsentContent(), new RememberedTargets());
    const consumer = await pool.connect();
    await consumer.query('begin');
    await contents.apply(consumer, again);
    let isOver = false;
    const sweeping = sweep().finally(() => {
      isOver = true;
    });
    await eventually('the sweep is over, or waits', async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return isOver || rows.length > 0;
    });
    const both = await Promise.allSettled([sweeping, contents.applied!(consumer, again)]);
    await consumer.query('commit');
    consumer.release();
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await sweep();
    expect([await engagement.hasWords(words), await noted()]).toEqual([true, [{ removals: 3 }]]);
    await letTimeGoBy();
    await sweep();
    expect([await engagement.hasWords(words), await noted()]).toEqual([false, []]);
  });
});
