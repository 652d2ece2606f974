import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { boostButtonOf, eventually, resizeText, test, waitForToast } from './suite.ts';

test('read and unread notifications have one shape and fit 320 px with doubled text', async ({ stage }) => {
  const page = await stage.memberPage({ viewport: { width: 320, height: 640 } });
  const other = await stage.otherUser();
  for (const title of ['What is news?', 'What was news?']) await stage.boost(other, await stage.ask(page, { title }));
  await page.goto('/notifications');
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const { id } = (await stage.call<{ id: string }[]>(page, 'GET', '/api/notifications'))[1] ?? assert.fail();
  await stage.call(page, 'POST', `/api/notifications/${id}/read`);
  await page.reload();
  await resizeText(page, 200);
  await expect(page.locator('main [data-mark]')).toHaveCount(1);
  const looks = await rows.evaluateAll((all) =>
    all.map((row) => {
      const { borderColor, backgroundColor, borderRadius } = getComputedStyle(row);
      return [borderColor, backgroundColor, borderRadius, row.getBoundingClientRect().width].join();
    }),
  );
  assert.equal(new Set(looks).size, 1, looks.join(' | '));
  for (const row of await rows.all()) {
    const words = await row.getByText(/news/).first().boundingBox();
    assert.ok(words && words.width >= 200, `${words?.width} px for the words`);
  }
  await expectAccessible(page);
});

const looksOf = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((found) =>
    found.map((element) =>
      [element, ...element.querySelectorAll('*')]
        .map((each) => getComputedStyle(each))
        .map(({ backgroundColor, borderColor, outlineStyle }) => [backgroundColor, borderColor, outlineStyle].join())
        .join('; '),
    ),
  );

test('switches, choices, tabs, meters and boosts show their state in forced colours', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.emulateMedia({ forcedColors: 'active' });
  const differ = async (selector: string, other: string) => {
    await page.locator(selector).first().waitFor();
    await page.locator(other).first().waitFor();
    await eventually(async () => {
      const [one, two] = await Promise.all([looksOf(page, selector), looksOf(page, other)]);
      assert.notEqual(one[0], two[0], `${selector} looks like ${other}: ${one[0]}`);
    });
  };
  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Show Activity' }).click();
  await waitForToast(page, 'Settings updated');
  await differ('[role=switch][aria-checked=true]', '[role=switch][aria-checked=false]');
  await differ('label:has(> [name=theme]:checked)', 'label:has(> [name=theme]:not(:checked))');
  const question = await stage.ask(page, { title: 'Can you see this?', replyBoostThreshold: 9 });
  await stage.boost(await stage.otherUser(), question);
  await page.goto(`/questions/${question.id}`);
  await differ('.meter i[data-lit]', '.meter i:not([data-lit])');
  const before = await looksOf(page, 'article .boost');
  await boostButtonOf(page.getByRole('article').first()).click();
  await page.locator('article .boost[data-on]').waitFor();
  await eventually(async () => assert.notEqual((await looksOf(page, 'article .boost'))[0], before[0]));
  await page.goto('/profile');
  await differ('[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]');
});

test('a chosen theme applies until the page closes even if the storage is full', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.goto('/settings');
  await page.getByText('Light', { exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
});
