import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { boostButtonOf, test, uniqueName } from './suite.ts';
import { wavFile } from './wav.ts';

declare global {
  interface Window {
    risenXp?: string[];
  }
}

/** Runs in the page. Records every animation of earned XP, because on a busy machine the test may look too late. */
const noteRises = (): void => {
  const risenXp: string[] = [];
  window.risenXp = risenXp;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && node.matches('.rising-xp')) risenXp.push(node.textContent ?? '');
  }).observe(document, { childList: true, subtree: true });
};

/** Texts of the XP animations since the page was loaded. */
const rises = (page: Page, ...xp: string[]) => expect.poll(() => page.evaluate(() => window.risenXp ?? [])).toEqual(xp);

/** After an act that may pay XP, the app begins to read the ledger within this time. */
const quietMs = 500;

const say = async (page: Page, words: string) => {
  await page.getByLabel('Your message').fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article').filter({ hasText: words }).waitFor();
};

test('every act that earns XP shows the XP that the ledger has counted', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.addInitScript(noteRises);
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().includes('/xp-activities?')) reads += 1;
  });
  const room = await stage.ask(await stage.otherUser(), { title: `What pays, ${uniqueName()}?` });
  await page.goto('/create?type=question');
  await page.getByLabel('Title').fill(`What do you earn, ${uniqueName()}?`);
  await page.getByRole('main').getByRole('button', { name: 'Ask', exact: true }).click();
  await rises(page, '+10 XP');
  await page.goto(`/questions/${room.id}`);
  await boostButtonOf(page.getByRole('article').first()).click();
  await rises(page, '+5 XP');
  await say(page, 'Fifteen, I hope');
  await rises(page, '+5 XP', '+15 XP');
  const before = reads;
  await say(page, 'Nothing more, I think');
  await page.waitForTimeout(quietMs);
  assert.equal(reads, before, 'the ledger pays only the first reply of a question');
  await page.goto('/create?type=podcast');
  await page.getByLabel('Title').fill('A sound that pays');
  const file = { name: 'a.wav', mimeType: 'audio/wav', buffer: wavFile(1) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  await rises(page, '+20 XP');
  // The app reads the ledger at most three times for an act.
  assert.ok(reads <= 12, `${reads} reads for four acts`);
});
