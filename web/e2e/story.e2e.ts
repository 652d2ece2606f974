import type { OwnUser, XpActivity } from '@hearsay/contracts';
import { expect } from '@playwright/test';
import { boostButtonOf, findInFeed, submitCredentials, test, uniqueName, waitForToast } from './suite.ts';

const DESCRIPTION = 'I broke the printer on my first day and blamed the heat.';
const FIRST = 'That I could read upside down.';
const SECOND = 'That I was the one who liked the coffee.';

test('a confession opens in two browsers, and its asker is notified and earns XP', async ({ stage }) => {
  const title = `What did you never tell ${uniqueName()}?`;
  const asker = await stage.visitorPage();
  await asker.goto('/');
  await asker.getByRole('link', { name: 'Start Your Journey' }).click();
  await submitCredentials(asker, uniqueName(), 'Create account');
  await asker.waitForURL('**/discover');
  await waitForToast(asker, 'Account created!');

  await asker.getByRole('button', { name: 'Create Post' }).click();
  await asker.getByRole('link', { name: 'Ask a Question' }).click();
  await asker.getByLabel('Title').fill(title);
  await asker.getByLabel('Description').fill(DESCRIPTION);
  await asker.getByRole('switch', { name: 'Confession mode' }).click();
  await asker.getByLabel('Boosts until everyone hears it').first().fill('3');
  await asker.getByRole('button', { name: 'Ask', exact: true }).click();
  await waitForToast(asker, 'Question published!');
  await asker.waitForURL((url) => url.pathname === '/');
  await asker.getByRole('dialog', { name: '3 people have to want this' }).getByRole('button', { name: 'Done' }).click();
  await findInFeed(asker.getByRole('link', { name: title, exact: true }));
  await asker.getByRole('link', { name: title, exact: true }).click();
  await asker.waitForURL('**/questions/*');
  await asker.getByRole('heading', { name: "Let's talk about it.." }).waitFor();
  await asker.getByText(DESCRIPTION).waitFor();

  const reader = await stage.memberPage();
  await reader.goto(asker.url());
  await reader.getByRole('heading', { name: title }).waitFor();
  await expect(reader.getByText(DESCRIPTION)).toHaveCount(0);
  await reader.getByText('0 / 3').waitFor();

  const talker = await stage.otherUser();
  const question = { id: asker.url().split('/').at(-1) ?? '' };
  await stage.postReply(talker, question, FIRST);
  for (const page of [asker, reader]) {
    const reply = page.getByRole('article', { name: `Reply of ${talker.member.username}` });
    await reply.getByRole('img', { name: 'Still a whisper' }).waitFor();
    await expect(page.getByText(FIRST)).toHaveCount(0);
  }

  await reader.getByLabel('Your message').fill(SECOND);
  await reader.getByRole('button', { name: 'Send' }).click();
  await reader.getByText(SECOND).waitFor();
  await reader.getByText('Only you hear this yet').waitFor();
  await asker.getByRole('article', { name: `Reply of ${reader.member.username}` }).waitFor();
  await expect(asker.getByText(SECOND)).toHaveCount(0);

  await boostButtonOf(reader.locator('main')).first().click();
  await asker.getByText('1 / 3').waitFor();
  await stage.boost(talker, question);
  for (const page of [asker, reader]) await page.getByText('2 / 3').waitFor();
  const third = await stage.otherUser();
  await stage.boost(third, question);
  for (const page of [asker, reader]) {
    await page.getByText('Everyone hears it now').first().waitFor();
    for (const words of [DESCRIPTION, FIRST, SECOND]) await page.getByText(words, { exact: true }).first().waitFor();
    await expect(page.getByRole('img', { name: 'Still a whisper' })).toHaveCount(0);
  }

  await asker.getByRole('link', { name: /^Notifications, [1-9]\d* unread$/ }).click();
  const list = asker.getByRole('tabpanel', { name: /Notifications/ });
  // Notifications about one content are one group.
  await list.getByRole('button', { name: /[3-9] unread$/ }).waitFor();

  await asker.getByRole('link', { name: /^Profile of / }).click();
  await asker.getByRole('link', { name: 'XP and level' }).click();
  const { id } = await stage.call<OwnUser>(asker, 'GET', '/api/auth/user');
  await stage.waitForAnswer<XpActivity[]>(
    asker,
    `/api/users/${id}/xp-activities`,
    (acts) => acts.filter(({ rule }) => rule === 'boost-received').length === 3,
  );
  await asker.reload();
  await asker.getByText('Received a boost').nth(2).waitFor();
  await asker.getByText('Posted a question').waitFor();
  await asker.getByText('+10 XP').waitFor();
  await expect(asker.getByText('+3 XP')).toHaveCount(3);
});
