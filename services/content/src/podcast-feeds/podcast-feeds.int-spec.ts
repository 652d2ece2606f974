import { hash, randomUUID } from 'node:crypto';
import { AccountErased, AccountHidden, contentRpc } from '@hearsay/contracts';
import { accountFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';

const content = new ContentUnderTest('identity');
const { published, removeEpisode, hide, show, finished } = content;

const set = (episodes: string[], as: string, context: object = {}) =>
  content.call(contentRpc.setPodcastFeed, { episodes }, as, context);
const renew = (as: string, context: object = {}) => content.call(contentRpc.renewPodcastFeed, {}, as, context);
const own = (as: string) => content.call(contentRpc.ownPodcastFeed, {}, as);
const hashOf = (key: string | null) => hash('sha256', key!, 'base64url');
const read = (key: string | null) => content.call(contentRpc.podcastFeed, { keyHash: hashOf(key) }, null);
const media = (key: string | null, id: string) =>
  content.call(contentRpc.podcastFeedMedia, { keyHash: hashOf(key), id }, null);
const opened = async (accountId: string = randomUUID()) => {
  const [first, second] = [await published(accountId), await published(accountId)];
  const { key } = await set([first.id, second.id], accountId);
  return { accountId, first, second, key };
};

describe('a feed for podcast apps', () => {
  it('a feed has the chosen episodes, newest first, and only its creator knows the key', async () => {
    const { accountId, first, second, key } = await opened();
    const other = await published(accountId);
    expect(key).toMatch(/^[\w-]{22}$/);
    const { ownerId, episodes } = await read(key);
    expect([ownerId, episodes.map(({ id }) => id)]).toEqual([accountId, [second.id, first.id]]);
    expect(episodes[0]).toEqual({
      ...{ id: second.id, contentType: 'audio/wav', bytes: expect.any(Number) },
      ...{ hasChapters: false, hasTranscript: false },
    });
    expect(await media(key, first.id)).toMatchObject({ key: first.mediaKey, contentType: 'audio/wav' });
    await expectRefusal(media(key, other.id), 'not_found');
    expect(await own(accountId)).toEqual({ key, episodes: [second.id, first.id] });
    expect(await set([other.id, other.id, first.id], accountId)).toEqual({ key, episodes: [other.id, first.id] });
    await expectRefusal(media(key, second.id), 'not_found');
    const rows = JSON.stringify(await content.rows('select * from podcast_feeds'));
    expect([rows.includes(hashOf(key)), rows.includes(key!)]).toEqual([true, false]);
  });

  it('a feed has chapters only for answered questions that are open', async () => {
    const { accountId, first, key } = await opened();
    const hasChapters = async () => (await read(key)).episodes.find(({ id }) => id === first.id)?.hasChapters;
    const { id: questionId } = await content.ask({}, content.jonas);
    const answers = { id: first.id, answers: [{ questionId, at: 1 }] };
    await content.call(contentRpc.setPodcastAnswers, answers, accountId);
    expect(await hasChapters()).toBe(true);
    await content.remove('question', questionId, content.jonas);
    expect(await hasChapters()).toBe(false);
  });

  it('a person has no feed before opening one, and an unknown key is refused', async () => {
    const { accountId } = { accountId: randomUUID() };
    const { id } = await published(accountId);
    expect(await own(accountId)).toEqual({ key: null, episodes: [] });
    await expectRefusal(renew(accountId), 'not_found');
    await expectRefusal(read('a'.repeat(22)), 'not_found');
    await expectRefusal(media('a'.repeat(22), id), 'not_found');
  });

  it('a feed takes only existing episodes of its creator', async () => {
    const [accountId, stranger] = [randomUUID(), randomUUID()];
    const { id } = await published(accountId);
    await expectRefusal(set([], stranger), 'forbidden');
    await expectRefusal(set([id], stranger), 'forbidden');
    await published(stranger);
    await expectRefusal(set([id], stranger), 'forbidden');
    await expectRefusal(set([randomUUID()], accountId), 'not_found');
    await removeEpisode(id, accountId);
    await expectRefusal(set([id], accountId), 'not_found');
    expect(await set([], accountId)).toEqual({ key: null, episodes: [] });
  });

  it('a renewed feed gets a new key, and the old key answers gone', async () => {
    const { accountId, first, second, key } = await opened();
    const context = { idempotencyKey: randomUUID() };
    const renewed = await renew(accountId, context);
    expect(renewed).toEqual({ key: expect.not.stringMatching(key!), episodes: [second.id, first.id] });
    expect(await renew(accountId, context)).toEqual(renewed);
    await expectRefusal(read(key), 'gone');
    await expectRefusal(media(key, first.id), 'gone');
    expect((await read(renewed.key)).episodes).toHaveLength(2);
  });

  it('a closed feed answers gone, and has a new key when it is opened again', async () => {
    const { accountId, first, key } = await opened();
    expect(await set([], accountId)).toEqual({ key: null, episodes: [] });
    await expectRefusal(read(key), 'gone');
    await expectRefusal(media(key, first.id), 'gone');
    await expectRefusal(renew(accountId), 'not_found');
    const again = await set([first.id], accountId);
    expect(again.key).not.toBe(key);
    expect((await read(again.key)).episodes.map(({ id }) => id)).toEqual([first.id]);
    await expectRefusal(read(key), 'gone');
  });

  it('concurrent calls open one feed, and all get the same key', async () => {
    const accountId = randomUUID();
    const { id } = await published(accountId);
    const keys = await Promise.all(Array.from({ length: 10 }, () => set([id], accountId).then(({ key }) => key)));
    expect(new Set(keys).size).toBe(1);
  });

  it('a feed leaves out removed episodes at once, and is not found after the last one', async () => {
    const { accountId, first, second, key } = await opened();
    await removeEpisode(second.id, randomUUID(), true);
    expect((await read(key)).episodes.map(({ id }) => id)).toEqual([first.id]);
    expect((await own(accountId)).episodes).toEqual([first.id]);
    await expectRefusal(media(key, second.id), 'not_found');
    await removeEpisode(first.id, accountId);
    await expectRefusal(read(key), 'not_found');
  });

  it.each(['wipe', 'account'] as const)(
    'is not found during a hiding by %s, and returns with its episodes',
    async (cause) => {
      const { accountId, first, second, key } = await opened();
      const removalId = randomUUID();
      await hide(accountId, removalId, cause);
      const isHidden = async () => {
        await expectRefusal(read(key), 'not_found');
        for (const { id } of [first, second]) await expectRefusal(media(key, id), 'not_found');
      };
      await isHidden();
      await finished(removalId);
      await isHidden();
      await show(removalId);
      await finished(removalId);
      expect((await read(key)).episodes.map(({ id }) => id)).toEqual([second.id, first.id]);
    },
  );

  it('after the account is erased, only the hash of its feed’s key is left', async () => {
    const { accountId, key } = await opened();
    const removalId = randomUUID();
    await hide(accountId, removalId, 'account');
    for (const fact of [AccountHidden, AccountErased])
      await content.identity.publish(accountFact(fact, accountId, removalId));
    await content.settled();
    await expectRefusal(read(key), 'gone');
    expect(await content.rows('select owner_id from podcast_feeds where key_hash = $1', hashOf(key))).toEqual([
      { owner_id: null },
    ]);
    expect(await content.rows('select from podcast_feed_episodes where owner_id = $1', accountId)).toEqual([]);
  });
});
