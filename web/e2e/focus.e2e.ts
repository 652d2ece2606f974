import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { eventually, hasFocus, type Stage, test } from './suite.ts';

/** A control that takes itself or its row away, and the focus afterwards. */
interface Scene {
  readonly control: Locator;
  /** A field of the dialog that it opens. */
  readonly words?: Locator;
  /** Controls of the dialog that it opens, pressed one after the other. */
  readonly dialog?: readonly Locator[];
  readonly expected: Locator;
}

const confirm = (page: Page, verb: string) => [page.getByRole('dialog').getByRole('button', { name: verb })];
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

/** The pending questions of a person, of as many askers. */
async function pending(stage: Stage, titles: readonly string[], ofOneAsker = false) {
  const page = await stage.member();
  let asker = await stage.member();
  for (const title of titles) {
    await stage.ask(asker, { title, targetUserId: page.member.id });
    if (!ofOneAsker) asker = await stage.member();
  }
  await stage.answers<unknown[]>(
    page,
    `/api/users/${page.member.id}/pending-questions`,
    ({ length }) => length === titles.length,
  );
  await page.goto('/profile?tab=pending');
  return page;
}

/** Deletes one of six messages; the focus is expected on another one. */
async function messageScene(stage: Stage, deleted: number, next: number): Promise<Scene> {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'Which words go?' });
  for (let number = 1; number <= 6; number++) await stage.say(page, question, `Word ${number}.`);
  await page.goto(`/questions/${question.id}`);
  const row = (number: number) => page.getByRole('article').filter({ hasText: `Word ${number}.` });
  await row(deleted).press('Enter');
  await button(row(deleted).getByRole('toolbar'), 'More options').press('Enter');
  return {
    control: page.getByRole('menuitem', { name: 'Delete' }),
    dialog: confirm(page, 'Delete'),
    expected: row(next),
  };
}

const scenes: Record<string, (stage: Stage) => Promise<Scene>> = {
  'Dismiss of a toast': async (stage) => {
    const page = await stage.member();
    const question = await stage.ask(page, { title: 'Who has the last word?' });
    await page.goto(`/questions/${question.id}`);
    const share = button(page, 'Share').first();
    await share.press('Enter');
    return { control: button(page, 'Dismiss'), expected: share };
  },
  'Dismiss of the banner of a lost session': async (stage) => {
    const page = await stage.member();
    await page.goto('/settings');
    await page.getByText('Member Since').waitFor();
    const other = await stage.phone();
    await stage.call(other, 'POST', '/api/auth/login', { username: page.member.username, password: 'secret1' });
    await stage.call(other, 'DELETE', '/api/auth/sessions');
    const dismiss = page.getByRole('status').filter({ hasText: 'You were signed out.' }).getByRole('button');
    return { control: dismiss, expected: page.getByRole('main').getByRole('heading', { level: 1 }) };
  },
  'the chooser of Create': async (stage) => {
    const page = await stage.member();
    await page.goto('/create');
    return { control: page.getByRole('main').getByRole('link', { name: /^Ask/ }), expected: page.getByLabel('Title') };
  },
  'Mark all as read': async (stage) => {
    const page = await stage.member();
    const question = await stage.ask(page, { title: 'Who reads all?' });
    await stage.say(await stage.member(), question, 'I do.');
    await stage.answers<{ unread: number }>(page, '/api/notifications/unread-count', ({ unread }) => unread > 0);
    await page.goto('/notifications');
    return {
      control: button(page, 'Mark all as read'),
      expected: page.getByRole('main').getByRole('listitem').getByRole('button').first(),
    };
  },
  'Approve of a pending question': async (stage) => {
    const page = await pending(stage, ['The other?', 'The one?']);
    const card = (name: string) => page.getByRole('article', { name });
    return {
      control: button(card('The one?'), 'Approve'),
      words: page.getByRole('dialog').getByLabel('Your reply'),
      dialog: confirm(page, 'Approve and reply'),
      expected: card('The other?').getByRole('link').first(),
    };
  },
  'Ignore of a pending question': async (stage) => {
    const page = await pending(stage, ['The other?', 'The one?']);
    const card = (name: string) => page.getByRole('article', { name });
    return { control: button(card('The one?'), 'Ignore'), expected: card('The other?').getByRole('link').first() };
  },
  'Ignore all': async (stage) => {
    const page = await pending(stage, ['One?', 'Two?'], true);
    return {
      control: button(page, 'Ignore all'),
      dialog: confirm(page, 'Ignore all'),
      expected: page.getByRole('tab', { name: 'Pending' }),
    };
  },
  'Back to Discover': async (stage) => {
    const page = await stage.member();
    await page.goto('/discover?q=nobody-is-called-this');
    return { control: button(page, 'Back to Discover'), expected: page.getByRole('radio', { checked: true }) };
  },
  Latest: async (stage) => {
    const page = await stage.member();
    const question = await stage.ask(page, { title: 'Which was the latest?' });
    for (let number = 1; number <= 20; number++) await stage.say(page, question, `Word ${number}.`);
    await page.goto(`/questions/${question.id}`);
    await page.getByText('Word 20.').waitFor();
    await eventually(async () => {
      await page.mouse.wheel(0, -1500);
      await button(page, 'Latest').waitFor({ timeout: 500 });
    });
    return {
      control: button(page, 'Latest'),
      expected: page.getByRole('form', { name: 'Chat message' }).getByRole('button').first(),
    };
  },
  'Delete account in the settings': async (stage) => {
    const page = await stage.member();
    await page.goto('/settings');
    return { control: button(page, 'Delete account'), expected: page.getByRole('radio', { name: 'Keep it' }) };
  },
  'Delete of the sixth card': async (stage) => {
    const page = await stage.member();
    const mark = page.member.username;
    for (let number = 1; number <= 8; number++) await stage.ask(page, { title: `${mark} asks ${number}` });
    await page.goto('/');
    const card = (number: number) => page.getByRole('article', { name: `${mark} asks ${number}`, exact: true });
    const more = button(card(3), 'More options');
    await eventually(async () => {
      await page.mouse.wheel(0, 400);
      await more.waitFor({ timeout: 500 });
    });
    await more.press('Enter');
    return {
      control: page.getByRole('menuitem', { name: 'Delete' }),
      dialog: confirm(page, 'Delete'),
      expected: card(2).getByRole('link').first(),
    };
  },
  'Delete of a message in a chat': (stage) => messageScene(stage, 3, 4),
  'Delete of the newest message in a chat': (stage) => messageScene(stage, 6, 5),
  'Resolve of a report': async (stage) => {
    const page = await stage.ambassador();
    const author = await stage.member();
    const reporter = await stage.member();
    const titles = ['Is this wrong?', 'Is this worse?'].map((title) => `${author.member.username}: ${title}`);
    for (const title of titles) {
      const question = await stage.ask(author, { title });
      const report = { contentType: 'question', contentId: question.id, reason: 'It is.' };
      await stage.call(reporter, 'POST', '/api/reports', report);
      await stage.isReported(page, question);
    }
    await page.goto('/notifications?tab=reports');
    const card = (title = '') => page.getByRole('listitem').filter({ hasText: title });
    return { control: button(card(titles[1]), 'Resolve'), expected: card(titles[0]).getByRole('checkbox') };
  },
};

for (const [what, prepare] of Object.entries(scenes))
  test(`the focus goes to a neighbour after: ${what}`, async ({ stage }) => {
    const { control, words, dialog = [], expected } = await prepare(stage);
    await control.press('Enter');
    await words?.fill('Yes.');
    for (const next of dialog) await next.press('Enter');
    await control.waitFor({ state: 'detached' });
    await eventually(async () => assert.ok(await hasFocus(expected), await focusedIn(expected.page())));
  });

const focusedIn = (page: Page): Promise<string> =>
  page.evaluate(() => `on ${document.activeElement?.outerHTML.slice(0, 200)}`);
