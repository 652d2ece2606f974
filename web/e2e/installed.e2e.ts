import { expect } from '@playwright/test';
import { eventually, test } from './suite.ts';

test('the installed app shows its last feed offline until the user signs out', async ({ stage }) => {
  const page = await stage.memberPage({ serviceWorkers: 'allow' });
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    id: '/',
    display: 'standalone',
    shortcuts: [{ url: '/create?type=question' }, {}, {}],
  });
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');

  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const isKept = () => page.evaluate(async () => (await (await caches.open('last-feed')).keys()).length > 0);
  let title = '';
  await eventually(async () => {
    // Only the first page is cached, and questions of other tests may push this question off it.
    title = (await stage.ask(page, { title: `Is this kept ${Date.now()}?` })).title;
    await page.reload();
    await page.getByText(title).first().waitFor({ timeout: 10_000 });
    expect(await isKept()).toBe(true);
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(title).first().waitFor();
  await page.getByText('You are offline').waitFor();

  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('/login');
  await eventually(async () => expect(await isKept()).toBe(false));
});
