import { randomUUID } from 'node:crypto';
import { ContentRemoved, type ContentTarget, type EventData } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { contentsProjector } from '../contents/contents.projector.js';
import { removalOrRestoreFact, useEngagement } from '../tests/engagement-under-test.suite.js';
import { eraseRepostTexts } from './erasures.js';

const engagement = useEngagement();
const { repost, removeRepost, hideRepostsOf, showRepostsOf, hasWords, targetOf, askedFact } = engagement;
const sweep = async () => {
  while (await eraseRepostTexts(engagement.service.pool));
};
const letTimeGoBy = async () => {
  for (const table of ['repost_erasures', 'content_erasures'])
    await engagement.rows(`update ${table} set due_at = due_at - interval '73 hours' where due_at > clock_timestamp()`);
};
const sweepLater = async () => {
  await letTimeGoBy();
  await sweep();
};
const leftToDo = async () => (await engagement.count('repost_erasures')) + (await engagement.count('content_erasures'));
const reposted = async () => {
  const [target, maya, words] = [targetOf('question'), randomUUID(), randomUUID()];
  await repost(target, maya, words);
  return { target, maya, words };
};

describe('the words of a repost', () => {
  it('words stay for 73 hours after the repost is undone, and are then erased', async () => {
    const { target, maya, words } = await reposted();
    await sweep();
    expect(await hasWords(words)).toBe(true);
    await removeRepost(target, maya);
    const due = await engagement.rows<{ hours: number }>(
      'select extract(epoch from due_at - clock_timestamp())::float8 / 3600 as hours from repost_erasures',
    );
    expect(due).toHaveLength(1);
    expect(due[0]!.hours).toBeGreaterThan(72);
    expect(due[0]!.hours).toBeLessThanOrEqual(73);
    await sweep();
    expect(await hasWords(words)).toBe(true);
    await sweepLater();
    expect([await hasWords(words), await leftToDo()]).toEqual([false, 0]);
  });

  it('a restored repost keeps its words, and a second hiding erases them in its time', async () => {
    const { target, maya, words } = await reposted();
    const [first, second] = [randomUUID(), randomUUID()];
    await hideRepostsOf(maya, first);
    await showRepostsOf(maya, first);
    await sweepLater();
    expect([await hasWords(words), await leftToDo()]).toEqual([true, 0]);
    await hideRepostsOf(maya, second);
    await sweep();
    expect(await hasWords(words)).toBe(true);
    await sweepLater();
    expect(await hasWords(words)).toBe(false);
    await showRepostsOf(maya, second);
    expect(await engagement.repostsOf(maya)).toMatchObject([{ contentId: target.contentId, text: null }]);
  });

  it('words are erased at once when a new repost replaces them', async () => {
    const { target, maya, words: old } = await reposted();
    const words = randomUUID();
    await removeRepost(target, maya);
    await repost(target, maya, words);
    expect([await hasWords(old), await hasWords(words)]).toEqual([false, true]);
    await sweepLater();
    expect(await hasWords(words)).toBe(true);
  });

  it('words are erased 72 hours after the content was removed, unless it was restored', async () => {
    const questions = [targetOf('question'), targetOf('question'), targetOf('question')];
    const [question, , returned] = questions as [ContentTarget, ContentTarget, ContentTarget];
    const reply = targetOf('discussion', { questionId: question.questionId });
    const wordsOf = new Map([...questions, reply].map((target) => [target, randomUUID()]));
    await engagement.content.publish(...questions.map((target) => askedFact(target, null)));
    for (const [target, words] of wordsOf) await repost(target, randomUUID(), words);
    await engagement.content.publish(
      removalOrRestoreFact(question, 1),
      removalOrRestoreFact(returned, 1, 'wipe'),
      removalOrRestoreFact(returned, 2),
    );
    await engagement.settled(engagement.content);
    await sweep();
    const areLeft = await Promise.all([...wordsOf.values()].map(hasWords));
    expect([areLeft, await leftToDo()]).toEqual([[false, true, true, false], 0]);
  });

  it('words stay 26 hours longer if a wipe or an account deletion removed the content', async () => {
    const causes = ['author', 'target', 'ambassador', 'wipe', 'account'] as const;
    const targets = causes.map((cause) => ({ cause, target: targetOf('question') }));
    const at = new Date().toISOString();
    await engagement.content.publish(
      ...targets.flatMap(({ target, cause }) => [askedFact(target, null), removalOrRestoreFact(target, 1, cause, at)]),
    );
    await engagement.settled(engagement.content);
    const due = await engagement.rows<{ id: string; hours: number }>(
      `select content_id as id, extract(epoch from due_at - $1::timestamptz)::float8 / 3600 as hours from content_erasures`,
      [at],
    );
    const hours = new Map(due.map((row) => [row.id, row.hours]));
    expect(targets.map(({ target }) => hours.get(target.contentId))).toEqual([72, 72, 72, 98, 98]);
  });

  it('words stay, and nothing deadlocks, if content is removed again during an erasure', async () => {
    const { pool } = engagement.service;
    const [question, maya, words] = [targetOf('question'), randomUUID(), randomUUID()];
    await engagement.content.publish(askedFact(question, null));
    await repost(question, maya, words);
    await engagement.content.publish(removalOrRestoreFact(question, 1));
    const noted = () =>
      engagement.rows('select removals from content_erasures where content_id = $1', [question.contentId]);
    await eventually('the removal is noted', async () => (await noted()).length === 1);
    const { data, meta } = removalOrRestoreFact(question, 3, 'author', new Date().toISOString());
    const again = [
      { type: ContentRemoved.type, data: data as EventData<typeof ContentRemoved>, meta } as StoredEvent<
        typeof ContentRemoved
      >,
    ];
    const consumer = await pool.connect();
    await consumer.query('begin');
    await contentsProjector.apply(consumer, again);
    let isOver = false;
    const sweeping = sweep().finally(() => {
      isOver = true;
    });
    await eventually('the sweep is over, or waits', async () => isOver || (await engagement.countWaiting()) > 0);
    const both = await Promise.allSettled([sweeping, contentsProjector.applied!(consumer, again)]);
    await consumer.query('commit');
    consumer.release();
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await sweep();
    expect([await hasWords(words), await noted()]).toEqual([true, [{ removals: 3 }]]);
    await sweepLater();
    expect([await hasWords(words), await noted()]).toEqual([false, []]);
  });
});
