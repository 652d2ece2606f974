import assert from 'node:assert/strict';
import type { XpActivity, XpToday } from '@hearsay/contracts';
import { expect, type Page } from '@playwright/test';
import { boostButtonOf, eventually, type MemberPage, type Stage, test, uniqueName, waitForToast } from './suite.ts';
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

interface Noted {
  readonly page: MemberPage;
  /** Responses to the app's reads of the ledger. */
  readonly reads: XpActivity[][];
}

const member = async (stage: Stage): Promise<Noted> => {
  const page = await stage.memberPage();
  const reads: XpActivity[][] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/xp-activities?')) return;
    // A response has no body once the page was left.
    response.json().then(
      (entries) => reads.push(entries),
      () => undefined,
    );
  });
  await page.addInitScript(noteRises);
  return { page, reads };
};

/** Texts of the XP animations since the page was loaded. */
const risen = (page: Page) => page.evaluate(() => window.risenXp ?? []);
const rises = (page: Page, ...xp: string[]) => expect.poll(() => risen(page)).toEqual(xp);

/** Milliseconds. The animation begins sooner after the read. */
const quietMs = 500;
const nothingRises = async (page: Page) => {
  await page.waitForTimeout(quietMs);
  assert.deepEqual(await risen(page), []);
};

const maxReads = 3;
/** Waits for the app's last read of the ledger. */
const stopsReading = ({ reads }: Noted) =>
  eventually(async () => assert.equal(reads.length, maxReads, `${reads.length} reads`));

const ask = async (page: Page, title: string, { to = '', isAnonymous = false } = {}) => {
  await page.goto(to ? `/create?targetUser=${encodeURIComponent(to)}` : '/create?type=question');
  await page.getByLabel('Title').fill(title);
  if (isAnonymous) await page.getByRole('switch', { name: 'Anonymous' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Ask', exact: true }).click();
  await waitForToast(page, 'Question published!');
};

const say = async (page: Page, words: string) => {
  await page.getByLabel('Your message').fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article').filter({ hasText: words }).waitFor();
};

test('every act that earns XP shows the XP that the ledger has counted', async ({ stage }) => {
  const noted = await member(stage);
  const { page, reads } = noted;
  const room = await stage.ask(await stage.otherUser(), { title: `What pays, ${uniqueName()}?` });
  await ask(page, `What do you earn, ${uniqueName()}?`);
  await rises(page, '+10 XP');
  await page.goto(`/questions/${room.id}`);
  await boostButtonOf(page.getByRole('article').first()).click();
  await rises(page, '+5 XP');
  await say(page, 'Fifteen, I hope');
  await rises(page, '+5 XP', '+15 XP');
  await page.goto('/create?type=podcast');
  await page.getByLabel('Title').fill('A sound that pays');
  const file = { name: 'a.wav', mimeType: 'audio/wav', buffer: wavFile(1) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }).click();
  await rises(page, '+20 XP');
  assert.ok(reads.length <= 4 * maxReads, `${reads.length} reads for four acts`);
});

test('no XP are shown for anonymous posts, second replies, pending asks or above a cap', async ({ stage }) => {
  const noted = await member(stage);
  const { page, reads } = noted;
  const other = await stage.otherUser();
  const room = await stage.ask(other, { title: `What pays twice, ${uniqueName()}?` });
  await stage.postReply(page, room, 'My first words here');
  await stage.waitForAnswer<XpActivity[]>(page, `/api/users/${page.member.id}/xp-activities`, (entries) =>
    entries.some(({ rule }) => rule === 'answer-given'),
  );
  await ask(page, `What do I hide, ${uniqueName()}?`, { isAnonymous: true });
  await ask(page, `Will you say it, ${uniqueName()}?`, { to: other.member.username });
  await page.goto(`/questions/${room.id}`);
  assert.equal(reads.length, 0);
  await say(page, 'My second words here');
  await stopsReading(noted);
  await nothingRises(page);
  // The ledger pays the first reply of a question only, so the app does not read the ledger again.
  await say(page, 'My third words here');
  for (let asked = 0; asked < 20; asked++) await stage.ask(page, { title: `Number ${asked} of ${uniqueName()}?` });
  await stage.waitForAnswer<XpToday[]>(page, `/api/users/${page.member.id}/xp-today`, (rules) =>
    rules.some(({ rule, counted }) => rule === 'question-posted' && counted === 200),
  );
  assert.equal(reads.length, maxReads);
  reads.length = 0;
  await ask(page, `What is one more, ${uniqueName()}?`);
  const hasSeen = () => reads.length === maxReads || reads.some(([newest]) => newest?.counted === 0);
  await eventually(async () => assert.ok(hasSeen()));
  await nothingRises(page);
});
