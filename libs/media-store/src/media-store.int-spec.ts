import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMinio } from '@hearsay/infra/servers';
import { TestMinioServer } from '@hearsay/testing';
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
    const server = await TestMinioServer.start(minio);
    return { store: openMediaStore(server.url('hearsay')), stop: () => server.dispose() };
  });
} else {
  test.skip('a media store on MinIO: npm run tools builds it, where Go is', () => undefined);
}

test('a store that is down is unavailable for every call', async () => {
  const store = openMediaStore('s3://key:secret@127.0.0.1:1/bucket?tls=off');
  const isAway = { code: 'unavailable' };
  await expect(store.size('key')).rejects.toMatchObject(isAway);
  await expect(store.read('key')).rejects.toMatchObject(isAway);
  await expect(store.write('key', Buffer.from('x'))).rejects.toMatchObject(isAway);
  await expect(store.remove('key')).rejects.toMatchObject(isAway);
  await expect(store.draftSize('key')).rejects.toMatchObject(isAway);
  await expect(store.finish('key', 1)).rejects.toMatchObject(isAway);
  await expect(store.abandon('key')).rejects.toMatchObject(isAway);
});
