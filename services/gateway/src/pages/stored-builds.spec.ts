import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Refusal } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { StoredBuilds } from './stored-builds.js';

const dayMs = 24 * 3600_000;

let root: string;
let store: MediaStore;
let days: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hearsay-builds-'));
  store = openMediaStore(pathToFileURL(join(root, 'media')).href);
  days = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/**
 * Simulates the start of a gateway. Every build has one file of its own, and one file that is the same in all builds.
 */
const start = async (build: string) => {
  const folder = join(root, build);
  mkdirSync(folder, { recursive: true });
  for (const name of [`app-${build}.js`, `app-${build}.js.br`, 'same.css']) writeFileSync(join(folder, name), name);
  const builds = new StoredBuilds(store, () => days * dayMs);
  await builds.addBuild(folder);
  return { untilListed: () => builds.addUntilListed(folder, () => undefined, 1) };
};
const found = async () => {
  const kept = new StoredBuilds(store);
  const names = ['app-a.js', 'app-b.js', 'app-c.js', 'same.css'];
  const texts = await Promise.all(
    names.map((name) =>
      kept.read(name).then(text, (error: unknown) => {
        expect(error).toMatchObject({ code: 'not_found' });
        return null;
      }),
    ),
  );
  return texts.filter((name) => name !== null);
};

it('a build is kept for a week after it was replaced', async () => {
  await start('a');
  days = 30;
  await start('b');
  days = 36;
  await start('b');
  expect(await found()).toEqual(['app-a.js', 'app-b.js', 'same.css']);
  days = 38;
  await start('b');
  expect(await found()).toEqual(['app-b.js', 'same.css']);
});

it('a build that a gateway serves again is kept', async () => {
  await start('a');
  await start('b');
  days = 5;
  await start('a');
  days = 10;
  await start('c');
  expect(await found()).toEqual(['app-a.js', 'app-b.js', 'app-c.js', 'same.css']);
  days = 14;
  await start('c');
  expect(await found()).toEqual(['app-a.js', 'app-c.js', 'same.css']);
});

it('a build is added again if another gateway has overwritten the list without it', async () => {
  const a = await start('a');
  await store.remove('web-builds');
  await start('b');
  await a.untilListed();
  days = 8;
  await start('c');
  days = 16;
  await start('c');
  expect(await found()).toEqual(['app-c.js', 'same.css']);
});

it('if the media store is away at first, the build is added when it is back', async () => {
  const folder = join(root, 'a');
  mkdirSync(folder);
  writeFileSync(join(folder, 'app-a.js'), 'app-a.js');
  const failures: unknown[] = [];
  jest.spyOn(store, 'write').mockRejectedValueOnce(new Refusal('unavailable'));
  await new StoredBuilds(store).addUntilListed(folder, (error) => failures.push(error), 1);
  expect([failures.length, await found()]).toEqual([1, ['app-a.js']]);
});

it('compressed files are not kept, and other objects of the store are not found', async () => {
  await start('a');
  await store.write('picture', Buffer.from('x'));
  const kept = new StoredBuilds(store);
  for (const name of ['app-a.js.br', 'picture', '../objects/picture', 'a b', ''])
    await expect(kept.read(name)).rejects.toMatchObject({ code: 'not_found' });
});
