import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { AccountHidden, AccountShown, contentModerationRpc, contentRpc } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import {
  type EventSource,
  eventually,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { contentSettings } from '../content.suite.js';
import { MediaSweep } from '../sounds/media-sweep.js';
import { waveTone } from '../sounds/sample-sounds.suite.js';

let folder: string;
let store: MediaStore;
let service: TestService;
let identity: EventSource;
const tone = waveTone(1);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
  const MEDIA_URL = pathToFileURL(folder).href;
  store = openMediaStore(MEDIA_URL);
  service = await startTestService(content, { ...contentSettings(), MEDIA_URL });
  identity = await startEventSource('identity', service.connection, service.prefix);
});
afterAll(async () => {
  await identity.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const publish = async (as: string) => {
  const wish = {
    id: randomUUID(),
    purpose: 'podcast' as const,
    filename: 'tone.wav',
    filetype: 'audio/wav',
    bytes: tone.length,
  };
  const { upload } = await service.call(contentRpc.openUpload, wish, as);
  await store.append(upload.key, 0, Readable.from([tone]));
  const words = { title: 'Night talk', description: 'Of owls', mediaType: 'audio' as const };
  return (await service.call(contentRpc.publishPodcast, { ...words, uploadId: upload.id }, as)).podcast;
};
const reported = async (contentId: string, as: string | null) =>
  (await service.call(contentModerationRpc.reportedContents, { items: [{ contentType: 'podcast', contentId }] }, as))
    .contents[0];
const isAuthor = async (contentId: string, as: string) =>
  (await service.call(contentModerationRpc.isAuthor, { contentType: 'podcast', contentId }, as)).isAuthor;
/** An episode and its bytes change at one instant, but two reads may fall before and after it. */
const isThere = async ({ id, mediaKey }: { id: string; mediaKey: string }) => {
  let isSeen = false;
  await eventually('the episode and its bytes are both there, or both gone', async () => {
    const [{ podcasts }, { media }] = await Promise.all([
      service.call(contentRpc.podcastViews, { ids: [id] }, null),
      service.call(contentRpc.media, { key: mediaKey }, null),
    ]);
    isSeen = media !== null;
    return (podcasts.length === 1) === isSeen;
  });
  return isSeen;
};
const countOf = async (accountId: string) => (await service.call(contentRpc.countPostsOf, { accountId }, null)).counts;
const finished = (removalId: string) =>
  eventually('the job has done its work', async () => {
    const { hidings } = await service.call(contentRpc.hidingProgress, { removalIds: [removalId] }, null);
    return hidings[0]?.isRunning === false;
  });

describe('a reported episode', () => {
  it('is told as all people read it, and to its author as their own', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const episode = await publish(maya);
    const expected = {
      contentType: 'podcast',
      contentId: episode.id,
      questionId: episode.id,
      owner: { accountId: maya, sealed: null },
      isLocked: false,
      preview: { title: 'Night talk', description: 'Of owls', content: null, mediaType: 'audio' },
    };
    expect(await reported(episode.id, jonas)).toEqual({ ...expected, isMine: false });
    expect(await reported(episode.id, null)).toEqual({ ...expected, isMine: false });
    expect(await reported(episode.id, maya)).toEqual({ ...expected, isMine: true });
  });

  it('belongs to its author also after removal, and then cannot be reported', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const episode = await publish(maya);
    await service.call(contentRpc.removePodcast, { id: episode.id, isAmbassador: false }, maya);
    expect(await reported(episode.id, jonas)).toBeUndefined();
    expect([await isAuthor(episode.id, maya), await isAuthor(episode.id, jonas)]).toEqual([true, false]);
  });
});

describe('the episodes of a person', () => {
  it('are counted, hidden at once by a wipe with their bytes, and restored', async () => {
    const maya = randomUUID();
    const [kept, removed] = [await publish(maya), await publish(maya)];
    await service.call(contentRpc.removePodcast, { id: removed.id, isAmbassador: false }, maya);
    expect(await countOf(maya)).toEqual({ questions: 0, discussions: 0, podcasts: 1 });
    const removalId = randomUUID();
    const { counts } = await service.call(
      contentRpc.hideContentOf,
      { accountId: maya, removalId, cause: 'wipe' },
      null,
    );
    expect(counts).toEqual({ questions: 0, discussions: 0, podcasts: 1 });
    expect(await isThere(kept)).toBe(false);
    await finished(removalId);
    expect([await isThere(kept), (await countOf(maya)).podcasts]).toEqual([false, 0]);
    await service.call(contentRpc.showContentOf, { removalId }, null);
    await finished(removalId);
    expect([await isThere(kept), await isThere(removed), (await countOf(maya)).podcasts]).toEqual([true, false, 1]);
  });

  it('keep words and bytes until the last undoing must have arrived', async () => {
    const maya = randomUUID();
    const episode = await publish(maya);
    const removalId = randomUUID();
    await service.call(contentRpc.hideContentOf, { accountId: maya, removalId, cause: 'wipe' }, null);
    await finished(removalId);
    const { pool } = service.service;
    const isKeptBehind = async (time: string) => {
      await pool.query('update podcasts set removed_at = now() - $2::interval where id = $1', [episode.id, time]);
      await new MediaSweep({
        pool,
        store,
        eraseAfterHours: 72,
      }).sweep();
      const { rows } = await pool.query(
        'select 1 from podcasts join texts t on t.id = title_text_id where podcasts.id = $1',
        [episode.id],
      );
      return rows.length === 1 && (await store.size(episode.mediaKey)) !== null;
    };
    const show = (isShown: boolean) =>
      pool.query('update hidings set is_shown = $2 where removal_id = $1', [removalId, isShown]);
    expect(await isKeptBehind('72 hours 1 minute')).toBe(true);
    await show(true);
    expect(await isKeptBehind('100 hours')).toBe(true);
    await show(false);
    expect(await isKeptBehind('100 hours')).toBe(false);
  });

  it('go and return with their deleted account', async () => {
    const maya = randomUUID();
    const episode = await publish(maya);
    const removalId = randomUUID();
    const tell = (definition: typeof AccountHidden | typeof AccountShown, revision: number) => {
      const data = { accountId: maya, removalId, revision };
      return identity.publish(
        sourceFact(definition as typeof AccountHidden, data, { at: new Date().toISOString(), routingId: maya }),
      );
    };
    await tell(AccountHidden, 1);
    await eventually('the episode is gone', async () => !(await isThere(episode)));
    await finished(removalId);
    await tell(AccountShown, 2);
    await eventually('the episode is back', () => isThere(episode));
  });
});
