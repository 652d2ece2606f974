import assert from 'node:assert/strict';
import type { Podcast } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { eventually, findsInFeed, isAccessible, isAccessibleInThemes, seesToast, test } from './suite.ts';
import { wav } from './wav.ts';

const _publish = { description: 'What nobody says out loud.', mediaType: 'audio' };

test('an episode is played, sought and goes on while one walks through the app', async ({ stage }) => {
  const page = await stage.member();
  const title = `${page.member.username} speaks`;
  const podcast = await stage.publish(page, title, 60);
  await page.goto(`/podcast/${podcast.id}`);
  await page.waitForURL(`**/podcasts/${podcast.id}`);
  await page.getByRole('heading', { name: title }).waitFor();
  const player = page.getByRole('region', { name: `Player of ${title}` });
  await player.getByText('0:00 / 1:00').waitFor();
  await isAccessibleInThemes(page);
  await player.getByRole('button', { name: 'Play' }).click();
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  // Paused during the request, which may take longer than the sound.
  await player.getByRole('button', { name: 'Pause' }).click();
  await player.getByRole('button', { name: 'Play' }).waitFor();
  await eventually(async () =>
    assert.equal((await stage.call<Podcast>(page, 'GET', `/api/podcasts/${podcast.id}`)).playCount, 1),
  );
  const position = player.getByRole('slider', { name: 'Position' });
  const before = Number(await position.inputValue());
  await position.press('PageUp');
  await eventually(async () =>
    assert.ok(Math.abs(Number(await position.inputValue()) - Math.min(60, before + 30)) < 1, 'half a minute further'),
  );
  await player.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Create', level: 1 }).waitFor();
  const bar = page.getByRole('region', { name: 'Playing' });
  await bar.getByText(/^(0:[345]\d|1:00)$/).waitFor();
  await bar.getByRole('button', { name: 'Stop listening' }).click();
  await bar.waitFor({ state: 'detached' });
});

test('an upload goes on when its form is left, waits for a lost network, and is found with its words', async ({
  stage,
}) => {
  const page = await stage.member();
  const title = `${page.member.username} walks on`;
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/create?type=podcast');
  await page.getByLabel('Title').fill(title);
  await page.locator('input[type=file]').setInputFiles({ name: 'told.wav', mimeType: 'audio/wav', buffer: wav(20) });
  await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
  await page.getByRole('heading', { name: 'Discover', level: 1 }).waitFor();
  const bar = page.getByRole('region', { name: 'Upload' });
  await bar.getByRole('progressbar').waitFor();
  await isAccessible(page);
  await page.context().setOffline(true);
  gate.resolve();
  await bar.getByText('Upload failed').waitFor();
  await bar.getByRole('button', { name: 'Try again' }).waitFor();
  await page.context().setOffline(false);
  await seesToast(page, 'File uploaded');
  await bar.getByText('Uploaded, ready to be published').waitFor();
  await bar.getByRole('link').click();
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Publish' }).click();
  await seesToast(page, 'Podcast published!');
  await findsInFeed(page.getByRole('region', { name: `Player of ${title}` }));
  await bar.waitFor({ state: 'detached' });
});
