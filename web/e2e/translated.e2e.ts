import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { boostOf, eventually, hasLoaded, seesToast, test } from './suite.ts';

/** Runs in the page. Wraps each text, also later ones, in elements, as page translation does. */
const translate = (): void => {
  const wrap = (text: Node) => {
    const { parentElement: parent } = text;
    if (!parent || parent.closest('script, style, textarea, font')) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
    inner.append(text.textContent ?? '');
  };
  const wrapBelow = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) wrap(text);
  };
  document.addEventListener('DOMContentLoaded', () => {
    wrapBelow(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes) added.nodeType === Node.TEXT_NODE ? wrap(added) : wrapBelow(added);
    }).observe(document.body, { childList: true, subtree: true });
  });
};

const isTranslated = (page: Page): Promise<void> =>
  eventually(async () => assert.ok((await page.locator('main font font').count()) > 0, page.url()));

test('a page whose translation replaces every text reveals, chats and leads everywhere', async ({ stage }) => {
  const page = await stage.member();
  await page.addInitScript(translate);
  const other = await stage.other();
  const question = await stage.ask(other, {
    title: 'What would you say in another language?',
    description: 'That I never learned one.',
    replyBoostThreshold: 2,
  });
  const reply = await stage.say(other, question, 'Nothing, and loudly.');
  await stage.boost(other, question);

  await page.goto(`/questions/${question.id}`);
  await isTranslated(page);
  const card = page.getByRole('article').filter({ hasText: question.title });
  await boostOf(card).click();
  await page.getByText('Everyone hears it now').first().waitFor();
  await card.getByText('That I never learned one.').waitFor();
  await page.getByText('Nothing, and loudly.').waitFor();
  await boostOf(card).click();
  await boostOf(card).click();

  await page.getByLabel('Your message').fill('Understood.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('article', { name: 'Reply of You' }).getByText('Understood.').waitFor();
  await stage.say(other, question, `And heard, ${page.member.username}.`, { parentReplyId: reply.id });
  await page.getByText(`And heard, ${page.member.username}.`).first().waitFor();
  const message = page.locator(`#reply-${reply.id}`);
  await message.focus();
  await page.keyboard.press('Enter');
  await message.getByRole('button', { name: 'Reply' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your reply').fill('Louder.');
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
  await seesToast(page, 'Reply posted');
  await dialog.waitFor({ state: 'detached' });

  // The bell announces the reply. Texts change in place here.
  await page.getByRole('link', { name: /^Notifications/ }).click();
  await page.waitForURL('**/notifications');
  await hasLoaded(page);
  for (const tab of ['Feed', 'Discover', 'Create', 'My Content']) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: tab }).click();
    await hasLoaded(page);
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  for (const theme of ['Light', 'Dark']) await page.getByText(theme, { exact: true }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/create?type=question');
  await isTranslated(page);
  await page.getByLabel('Title').fill('How do you say that elsewhere?');
  await page.getByRole('switch').first().click();
  await page.getByRole('switch').first().click();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await seesToast(page, 'Question published!');
  await page.getByRole('heading', { name: 'How do you say that elsewhere?' }).first().waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
