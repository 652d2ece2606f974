import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Podcast } from '@hearsay/contracts';
import { isAccessible, test } from './suite.ts';
import { wav } from './wav.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../services/content/src/sounds/fixtures/${name}`, import.meta.url));
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

test('of two tabs that play, the newer one pauses the other', async ({ stage }) => {
  const page = await stage.member();
  const other = await page.context().newPage();
  const names = ['First', 'Second'].map((word) => `${word} of ${page.member.username}`);
  const players = await Promise.all(
    [page, other].map(async (tab, index) => {
      const podcast = { title: names[index], mediaType: 'audio', mediaUrl: dataUrl('audio/wav', wav(60)) };
      const { id } = await stage.call<Podcast>(page, 'POST', '/api/podcasts', podcast);
      await tab.goto(`${stage.base}/podcasts/${id}`);
      return tab.getByRole('region', { name: `Player of ${names[index]}` });
    }),
  );
  for (const player of players) {
    await player.getByRole('button', { name: 'Play' }).click();
    await player.getByRole('button', { name: 'Pause' }).waitFor();
  }
  await players[0]?.getByRole('button', { name: 'Play' }).waitFor();
});

test('a player shows the length that the server has counted, and seeks within it', async ({ stage }) => {
  const page = await stage.member();
  const title = `${page.member.username} is quiet at first`;
  const mediaUrl = dataUrl('audio/aac', fixture('adts-quiet-start.aac'));
  const { id } = await stage.call<Podcast>(page, 'POST', '/api/podcasts', { title, mediaType: 'audio', mediaUrl });
  await page.goto(`/podcasts/${id}`);
  const player = page.getByRole('region', { name: `Player of ${title}` });
  await player.getByText('0:00 / 0:08').waitFor();
  const position = player.getByRole('slider', { name: 'Position' });
  assert.ok(Math.abs(Number(await position.getAttribute('max')) - 8) < 0.1, 'the slider ends where the sound does');
});

test('a film that this browser cannot show says so, and the form says it of AVI before', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/create?type=podcast');
  await page.getByText('Video', { exact: true }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.avi', mimeType: 'video/x-msvideo', buffer: fixture('film.avi') });
  await page.getByText(/^Browsers do not play AVI\./).waitFor();
  await isAccessible(page);
  const title = `An old film of ${page.member.username}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Upload anyway' }).click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(`${stage.base}/`);
  const card = page.getByRole('article').filter({ hasText: title });
  await card.getByText('This browser cannot play this video.').waitFor();
  await card.getByRole('button', { name: 'Try again' }).waitFor();
  await isAccessible(page);
});
