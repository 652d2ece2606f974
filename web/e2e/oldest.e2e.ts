import assert from 'node:assert/strict';
import { expectAccessibleInThemes } from './accessibility.ts';
import { test, waitUntilLoaded } from './suite.ts';
import { deleteApis, unsupportedApis } from './unsupported-apis.ts';

test('the main flows need no API that the oldest supported browsers lack', async ({ stage }) => {
  assert.ok(
    unsupportedApis.includes('URL.canParse') && unsupportedApis.includes('AbortSignal.any'),
    'the compatibility data lists newer APIs',
  );
  const page = await stage.memberPage();
  await page.addInitScript(deleteApis, unsupportedApis);
  const other = await stage.otherUser();
  const title = `What did ${page.member.username} never say?`;
  const description = 'I blamed the heat. https://hearsay.example/heat';
  const { id } = await stage.ask(other, { title, description, replyBoostThreshold: 2 });
  await page.goto(`/questions/${id}`);
  assert.ok(await page.evaluate(() => !('canParse' in URL || 'any' in AbortSignal)), 'the newer APIs are deleted');
  await page.getByLabel('Your message').fill('Necessary, for me.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article', { name: 'Reply of yours' }).waitFor();
  for (const one of [page, await stage.memberPage()]) await stage.boost(one, { id });
  await page.getByText('Everyone hears it now').first().waitFor();
  await stage.postReply(other, { id }, 'Rhythm. Every time.');
  await page.getByRole('article').getByText('Rhythm. Every time.', { exact: true }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Reply' }).click();
  await page.getByLabel('Your reply').fill('Mine says the same.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('article').getByText('Mine says the same.', { exact: true }).waitFor();

  const episode = await stage.publishEpisode(page, title, 60);
  await page.goto(`/podcast/${episode.id}`);
  await page.waitForURL(`**/podcasts/${episode.id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectAccessibleInThemes(page);
  await page.getByRole('slider', { name: 'Position' }).press('PageUp');
  await page.getByText(/^0:[345]\d \/ 1:00$/).waitFor();
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Create', level: 1 }).waitFor();
  const bar = page.getByRole('region', { name: 'Playing' });
  await bar.getByText(/^(0:[345]\d|1:00)$/).waitFor();
  await bar.getByRole('button', { name: 'Stop listening' }).click();
  await bar.waitFor({ state: 'detached' });

  for (const path of ['/', '/discover', '/notifications', '/my-content', '/profile', '/settings']) {
    await page.goto(path);
    await waitUntilLoaded(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByText(/could not be shown/).count(), 0, path);
  }
});
