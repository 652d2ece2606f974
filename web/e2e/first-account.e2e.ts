import assert from 'node:assert/strict';
import type { FeedItem } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { eventually, resizeText, type Stage, test, waitForToast } from './suite.ts';
import { unreachableControls } from './unreachable-controls.ts';

const cardSelector = 'section[aria-labelledby=first-steps]';

const nearly = 'What did you never say aloud?';
const open = 'What do you hum on stairs?';

/** Creates an open question, and a closed question that lacks one boost. Its boosts make the author a heard person. */
const arrange = async (stage: Stage): Promise<void> => {
  const [author, fan, other] = [await stage.otherUser(), await stage.otherUser(), await stage.otherUser()];
  const locked = { title: nearly, description: 'Sorry.', replyBoostThreshold: 3 };
  const question = await stage.ask(author, locked);
  await stage.ask(author, { title: open });
  for (const booster of [fan, other]) await stage.boost(booster, question);
};

test('a new account can take its first steps on Discover, by keyboard too', async ({ stage }) => {
  await arrange(stage);
  const page = await stage.memberPage();
  await stage.waitForAnswer<FeedItem[]>(page, '/api/feed/nearly-heard?limit=10', (items) => items.length > 0);
  await stage.waitForAnswer<object[]>(page, '/api/users/heard', (people) => people.length > 0);
  const card = page.getByRole('region', { name: 'Your first steps' });
  // Other tests create questions at the same time. This test must neither boost nor answer those questions.
  await eventually(async () => {
    await page.goto('/discover');
    await card.getByRole('heading', { name: nearly }).waitFor({ timeout: 3000 });
  });
  await card.getByText('0 of 100', { exact: true }).waitFor();
  await expectAccessibleInThemes(page);

  const step = (words: RegExp) => card.getByRole('list').first().locator('> li').filter({ hasText: words });
  const turnUp = step(/^Turn this one up/);
  const button = turnUp.getByRole('button', { name: 'Turn it up' });
  await button.press('Enter');
  await turnUp.getByText('Done', { exact: true }).waitFor();
  await expect(turnUp.getByRole('button', { name: 'Turned up' })).toBeFocused();
  await card.getByText('5 of 100', { exact: true }).waitFor();

  const follow = step(/^Follow \d/);
  await eventually(async () => {
    if (await follow.getByText('Done', { exact: true }).isVisible()) return;
    await follow
      .getByRole('button', { name: /^Follow / })
      .first()
      .press('Enter', { timeout: 3000 });
    assert.fail('more people are left to follow');
  });

  await card.getByRole('link', { name: 'Ask' }).click();
  await page.getByLabel('Title').fill('What should I have asked first?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await waitForToast(page, 'Question published!');
  await page.goto('/discover');
  await step(/^Ask your own/)
    .getByText('Done', { exact: true })
    .waitFor();
  await card.getByText('15 of 100', { exact: true }).waitFor();

  const next = card.getByRole('region', { name: 'Answer this one, or turn it up' });
  const heading = next.getByRole('article').getByRole('heading');
  await eventually(async () => {
    if ((await heading.textContent()) === open) return;
    await next.getByRole('button', { name: 'Next question' }).click();
    assert.fail('questions of other tests come first');
  });
  await next.getByLabel('Your answer').fill('A march.');
  await next.getByRole('button', { name: 'Answer' }).click();
  await next.getByRole('link', { name: 'See it' }).waitFor();
  await card.getByText('30 of 100', { exact: true }).waitFor();
  await next.getByRole('button', { name: 'Next question' }).click();
  await expect(heading).not.toHaveText(open);
  await expectAccessibleInThemes(page);

  for (const textPercent of [100, 200]) {
    await page.setViewportSize({ width: 320, height: 780 });
    await resizeText(page, textPercent);
    await eventually(async () =>
      assert.deepEqual(await page.evaluate(unreachableControls, cardSelector), [], `text of ${textPercent} %`),
    );
  }
  await card.getByRole('button', { name: 'Close your first steps' }).press('Enter');
  await expect(card).toHaveCount(0);
  await page.reload();
  await page.getByRole('radio', { name: 'Most Boosted' }).waitFor();
  await expect(card).toHaveCount(0);
});
