import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from '../content.suite.js';
import { sweepMedia } from '../sounds/media-sweep.js';

const content = new ContentUnderTest();
const { hide, show, published, finished, removeEpisode } = content;

/** Retries, because a concurrent hiding may commit between the two reads. The reads then disagree. */
const isThere = async ({ id, mediaKey }: { id: string; mediaKey: string }) => {
  let isSeen = false;
  await eventually('the episode and its bytes are both there, or both gone', async () => {
    const [{ podcasts }, { media }] = await Promise.all([
      content.call(contentRpc.podcastViews, { ids: [id] }, null),
      content.call(contentRpc.media, { key: mediaKey }, null),
    ]);
    isSeen = media !== null;
    return (podcasts.length === 1) === isSeen;
  });
  return isSeen;
};
const countOf = async (accountId: string) => (await content.call(contentRpc.countPostsOf, { accountId }, null)).counts;

describe('the episodes of a person', () => {
  it('a wipe hides and counts episodes and their bytes, and its undo restores them', async () => {
    const maya = randomUUID();
    const [kept, removed] = [await published(maya), await published(maya)];
    await removeEpisode(removed.id, maya);
    const counts = { questions: 0, discussions: 0, podcasts: 1 };
    expect(await countOf(maya)).toEqual(counts);
    const removalId = randomUUID();
    expect(await hide(maya, removalId)).toEqual({ counts });
    expect(await isThere(kept)).toBe(false);
    await finished(removalId);
    expect([await isThere(kept), (await countOf(maya)).podcasts]).toEqual([false, 0]);
    await show(removalId);
    await finished(removalId);
    expect([await isThere(kept), await isThere(removed), (await countOf(maya)).podcasts]).toEqual([true, false, 1]);
  });

  it('the words and bytes of an episode are kept while an undo can still arrive', async () => {
    const maya = randomUUID();
    const { id, mediaKey } = await published(maya);
    const removalId = randomUUID();
    await hide(maya, removalId);
    await finished(removalId);
    const { pool, store } = content;
    const isKeptBehind = async (time: string) => {
      await content.rows('update podcasts set removed_at = now() - $2::interval where id = $1', id, time);
      await sweepMedia({ pool, store, eraseAfterHours: 72 });
      const words = 'select 1 from podcasts join texts t on t.id = title_text_id where podcasts.id = $1';
      return (await content.rows(words, id)).length === 1 && (await store.size(mediaKey)) !== null;
    };
    const setShown = (isShown: boolean) =>
      content.rows('update hidings set is_shown = $2 where removal_id = $1', removalId, isShown);
    expect(await isKeptBehind('72 hours 1 minute')).toBe(true);
    await setShown(true);
    expect(await isKeptBehind('100 hours')).toBe(true);
    await setShown(false);
    expect(await isKeptBehind('100 hours')).toBe(false);
  });
});
