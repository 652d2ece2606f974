import assert from 'node:assert/strict';
import type { Question } from '@hearsay/contracts';
import type { Page } from '@playwright/test';
import { eventually, type Stage, test, waitUntilLoaded } from './suite.ts';

const nasty: readonly (readonly [what: string, words: string])[] = [
  ['a letter that is wider than a phone', '🚫\u200d'.repeat(60)],
  ['marks that pile up', `Z${'\u0301\u0323'.repeat(75)}`],
  ['jamo without end', 'ᄀ'.repeat(100)],
  ['consonants joined without end', 'क्'.repeat(80)],
  ['vowel signs without end', `क${'ा'.repeat(99)}`],
  ['a word without end', 'x'.repeat(200)],
  ['a script without spaces', 'ဟ'.repeat(150)],
  ['lines without end', `a${'\n'.repeat(200)}b`],
  ['an override of direction', '\u202Eright to left, unended \u2067'],
];

/** Runs in the page. @returns elements that widen the page, and text that overflows its card */
const spills = (all: readonly string[]): string[] => {
  const found: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.innerWidth) found.push(`the page is ${scrollWidth} px wide`);
  const starts = all.map((words) => words.slice(0, 8));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const start = starts.find((words) => text.textContent?.includes(words));
    if (!start || !text.parentElement?.checkVisibility() || text.parentElement.closest('textarea, option, .sr-only'))
      continue;
    const card = text.parentElement.closest('.card, article, li, dialog, section, main');
    let holder: Element | null = text.parentElement;
    while (holder && holder !== card && getComputedStyle(holder).overflow === 'visible') holder = holder.parentElement;
    const [inner, outer] = [holder?.getBoundingClientRect(), card?.getBoundingClientRect()];
    const isHeld =
      holder && holder !== card && inner && outer && inner.left >= outer.left - 4 && inner.right <= outer.right + 4;
    if (!isHeld) found.push(`${JSON.stringify(start)} in ${text.parentElement.outerHTML.slice(0, 120)}`);
  }
  return found;
};

/** Runs in the page. @returns cards and messages taller than 1600 pixels. A group of cards may be taller. */
const tooHigh = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('main .card, main article, main li')]
    .filter((row) => row.querySelector('.card') === null)
    .filter(({ offsetHeight, textContent }) => offsetHeight > 1600 && textContent?.startsWith('a\n') === false)
    .map(({ offsetHeight, textContent }) => `${offsetHeight} px: ${textContent?.slice(0, 60)}`);

const holds = async (page: Page, path: string, isOwnPage = false): Promise<void> => {
  await page.goto(path);
  await waitUntilLoaded(page);
  const words = nasty.map(([, each]) => each);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 780 });
    await eventually(async () => assert.deepEqual(await page.evaluate(spills, words), [], `${path} at ${width} px`));
    if (!isOwnPage) assert.deepEqual(await page.evaluate(tooHigh), [], `${path} at ${width} px`);
  }
};

const fill = async (stage: Stage) => {
  const ambassador = await stage.ambassadorPage();
  const [author, reader] = [await stage.memberPage(), await stage.memberPage()];
  const questions: Question[] = [];
  for (const [, words] of nasty) {
    const question = await stage.ask(author, { title: words, description: words });
    questions.push(question);
    const message = await stage.postReply(reader, question, words);
    await stage.postReply(author, question, words, { parentReplyId: message.id });
    await stage.repost(reader, question, words);
    await stage.repost(reader, message, words, 'discussion');
    await stage.call(reader, 'POST', '/api/reports', {
      contentId: question.id,
      contentType: 'question',
      reason: words,
    });
    questions.push(await stage.ask(reader, { title: words, targetUserId: author.member.id, isAnonymous: true }));
  }
  await stage.waitForReport(ambassador, questions.at(-2)!);
  return { ambassador, author, reader, questions };
};

test('extreme words of users stay inside their cards on every screen', async ({ stage }) => {
  const { ambassador, author, reader, questions } = await fill(stage);
  for (const path of [
    '/',
    '/discover',
    '/discover?q=%F0%9F%9A%AB%E2%80%8D%F0%9F%9A%AB',
    `/@${encodeURIComponent(author.member.username)}`,
  ])
    await holds(reader, path);
  for (const { id } of questions.slice(0, -1)) await holds(author, `/questions/${id}`, true);
  for (const path of ['/my-content', '/notifications', '/profile']) await holds(author, path);
  await holds(ambassador, '/notifications?tab=reports');
  for (const { id } of questions) await stage.call(ambassador, 'DELETE', `/api/questions/${id}`).catch(() => undefined);
});
