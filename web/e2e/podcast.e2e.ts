import assert from 'node:assert/strict';
import type { Podcast } from '@hearsay/contracts';
import { eventually, isAccessibleInThemes, test } from './suite.ts';

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
  // Pauses, because the sound may end before the server has counted the play.
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
