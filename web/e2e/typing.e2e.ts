import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { eventually, type Stage, test, waitUntilLoaded } from './suite.ts';

const phone = { hasTouch: true, isMobile: true };
/** Pixels. Height of a soft keyboard with suggestions on a screen of 844 px. */
const keyboardHeight = 336;

declare global {
  interface Window {
    coverWith: (height: number) => void;
  }
}

/** Runs in the page before its own scripts. Adds `coverWith`, which covers the page as a keyboard does. */
const withKeyboardOver = (): void => {
  const view = Object.assign(new EventTarget(), { offsetTop: 0, scale: 1, hidden: 0 });
  Object.defineProperty(view, 'height', { get: () => innerHeight - view.hidden });
  Object.defineProperty(window, 'visualViewport', { value: view });
  window.coverWith = (height) => {
    view.hidden = height;
    view.dispatchEvent(new Event('resize'));
  };
};

const keyboards = [
  {
    name: 'makes the page smaller',
    phone: (stage: Stage) => stage.memberPage(phone),
    open: (page: Page) => page.setViewportSize({ width: 390, height: 844 - keyboardHeight }),
  },
  {
    name: 'lies over the page',
    phone: async (stage: Stage) => {
      const page = await stage.memberPage(phone);
      await page.addInitScript(withKeyboardOver);
      return page;
    },
    open: (page: Page) => page.evaluate((height) => window.coverWith(height), keyboardHeight),
  },
] as const;

const areSeen = (controls: readonly Locator[]): Promise<void> =>
  eventually(async () => {
    for (const control of controls) {
      const box = await control.boundingBox();
      assert.ok(box, 'it is there');
      assert.ok(
        box.y >= 0 && box.y + box.height <= 844 - keyboardHeight,
        `${await control.getAttribute('aria-label')} ${JSON.stringify(box)}`,
      );
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const isOnTop = await control.evaluate(
        (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
        middle,
      );
      assert.ok(isOnTop, 'nothing lies over it');
    }
  });

for (const keyboard of keyboards) {
  test(`the text field and its send button stay visible when the keyboard ${keyboard.name}`, async ({ stage }) => {
    const page = await keyboard.phone(stage);
    const other = await stage.otherUser();
    const question = await stage.ask(other, { title: 'What do thumbs hide?', description: 'Half of every phone.' });
    for (let number = 1; number <= 12; number++) await stage.postReply(other, question, `Word ${number}.`);
    await page.goto(`/questions/${question.id}`);
    const composer = page.getByLabel('Your message');
    await composer.tap();
    await keyboard.open(page);
    await composer.fill('This one.');
    await areSeen([composer, page.getByRole('button', { name: 'Send' })]);
    await page.getByRole('button', { name: 'Send' }).tap();
    const own = page.getByRole('article', { name: 'Reply of yours' });
    await own.waitFor();

    await page.getByRole('button', { name: 'Reply to the question' }).tap();
    const reply = page.getByRole('dialog', { name: /^Reply to @/ });
    const words = reply.getByLabel('Your reply');
    await words.fill('At length.');
    await areSeen([words, reply.getByRole('button', { name: 'Reply', exact: true })]);
    await reply.getByRole('button', { name: 'Reply', exact: true }).tap();
    await reply.waitFor({ state: 'detached' });
  });
}

test('every field has text of at least 16 px and the keyboard hints that it needs', async ({ stage }) => {
  const visitor = await stage.visitorPage(phone);
  const member = await stage.memberPage(phone);
  const other = await stage.otherUser();
  const question = await stage.ask(other, { title: 'Which key do you want?' });
  const hintsOf = (page: Page) =>
    page.evaluate(() => {
      for (const field of document.querySelectorAll<HTMLElement>('.field, select'))
        if (Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          throw new Error(`The letters of ${field.outerHTML} are too small`);
      return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field')].map((field) => {
        const of = (name: string) => field.getAttribute(name) ?? '';
        return `${field.type}: ${[of('inputmode'), of('autocomplete'), of('autocapitalize'), of('enterkeyhint')].join('/')}`;
      });
    });
  const secret = (kind: string, key: string) => `password: /${kind}-password/none/${key}`;
  const name = 'text: /username/none/next';
  const words = (key = '') => `textarea: //sentences/${key}`;
  const expected: [Page, string, string[]][] = [
    [visitor, '/login', [name, secret('current', 'go')]],
    [visitor, '/register', [name, secret('new', 'go')]],
    [visitor, '/reset/not-a-link', [secret('new', 'go')]],
    [member, '/discover', ['search: /off/none/search']],
    [member, '/search', ['search: /off/none/search']],
    [member, `/questions/${question.id}`, [words('send')]],
    [member, '/create?type=question', [words('next'), words()]],
    [member, `/create?type=question&targetUser=${encodeURIComponent(other.member.username)}`, [words('done')]],
    [member, '/create?type=podcast', ['text: /off//next', words()]],
    [member, '/settings', ['url: url/off/none/done', 'text: /off/none/done']],
  ];
  for (const [page, path, hints] of expected) {
    await page.goto(path);
    await page.locator('.field').first().waitFor();
    await waitUntilLoaded(page);
    await eventually(async () => assert.deepEqual(await hintsOf(page), hints, path));
  }
  await member.goto('/create?type=question');
  await member.getByRole('switch', { name: 'Confession mode' }).tap();
  await member.getByRole('textbox', { name: 'Boosts until everyone hears it' }).waitFor();
  await eventually(async () => assert.equal((await hintsOf(member)).at(-1), 'text: numeric/off//done'));
});
