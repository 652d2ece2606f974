import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMinio } from '@hearsay/infra/servers';
import { startMinio } from '@hearsay/testing';
import { expect, test } from '@jest/globals';
import { behavesLikeAMediaStore } from './media-store.suite.js';
import { openMediaStore } from './open.js';

behavesLikeAMediaStore('in a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
  const store = openMediaStore(pathToFileURL(join(folder, 'media')).href);
  return { store, stop: async () => rmSync(folder, { recursive: true, force: true }) };
});

const minio = findMinio();
if (minio) {
  behavesLikeAMediaStore('on MinIO', async () => {
    const server = await startMinio(minio);
    return { store: openMediaStore(server.url('hearsay')), stop: () => server.stop() };
  });
} else {
  test.skip('a media store on MinIO (`npm run tools` builds MinIO, and needs Go)', () => undefined);
}

test('a store that is down is unavailable for every call', async () => {
  const store = openMediaStore('s3://key:secret@127.0.0.1:1/bucket?tls=off');
  for (const call of ['size', 'read', 'remove', 'draftSize', 'abandon'] as const)
    await expect(store[call]('key')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.write('key', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.finish('key', 1)).rejects.toMatchObject({ code: 'unavailable' });
});
