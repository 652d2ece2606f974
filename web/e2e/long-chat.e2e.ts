import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually, type MemberPage, type Stage, test } from './suite.ts';

// The tests share one chat, because filling it takes long.
test.describe.configure({ mode: 'default' });

/** Number of messages. The first view and two earlier pages together hold fewer. */
const messages = 330;
let room: Promise<{ readonly id: string; readonly first: string }> | undefined;

const fill = async (stage: Stage) => {
  const people = [await stage.otherUser(), await stage.otherUser(), await stage.otherUser()];
  const question = await stage.ask(await stage.otherUser(), { title: 'How was every single day of the year?' });
  let first = '';
  for (let number = 1; number <= messages; number++) {
    // A message has up to eight sentences. An author writes up to four messages in a row.
    const words = `Day ${number}: ${'it rained, and then it did not. '.repeat((number * 7) % 9)}`;
    const author = people[Math.floor(number / ((number % 4) + 1)) % people.length]!;
    const { id } = await stage.postReply(author, question, words.trim());
    first ||= id;
  }
  return { id: question.id, first };
};

const enter = async (stage: Stage): Promise<{ page: MemberPage; id: string; first: string }> => {
  room ??= fill(stage);
  const { id, first } = await room;
  const page = await stage.memberPage();
  await page.goto(`/questions/${id}`);
  await page.getByRole('button', { name: 'Latest' }).click();
  await isInSight(row(page, messages));
  await expect(page.getByRole('button', { name: 'Latest' })).toHaveCount(0);
  return { page, id, first };
};

const row = (page: Page, number: number): Locator =>
  page
    .getByRole('list', { name: 'Live chat' })
    .getByRole('article')
    .filter({ hasText: `Day ${number}:` });
const isInSight = (locator: Locator): Promise<void> =>
  eventually(async () => {
    const box = await locator.boundingBox();
    assert.ok(box && box.y > 0 && box.y < 800, `${locator} at ${box?.y}`);
  });

/** Pixels that the reader scrolls up per frame. */
const step = 40;
/** Largest tolerated jump in pixels. It is above 0, because positions may be fractional. */
const toleratedJump = 1.5;

/**
 * Runs in the page. Scrolls up to the top and compares the painted rows of each frame. A new IntersectionObserver
 * reports after layout and all ResizeObservers, when positions are as painted.
 * @returns the number of frames, and the jumps: pixels that a visible message moved beyond the scrolled step
 */
const readUp = async ([step, toleratedJump]: readonly [number, number]): Promise<{
  frames: number;
  jumps: string[];
}> => {
  const jumps: string[] = [];
  const painted = () =>
    new Promise<Map<string, number>>((tell) => {
      const rows = document.querySelectorAll('article[id^=reply-]');
      const look = new IntersectionObserver((entries) => {
        look.disconnect();
        const inSight = entries.filter(
          ({ boundingClientRect: { bottom, top } }) => top < innerHeight - 200 && bottom > 60,
        );
        tell(new Map(inSight.map(({ target, boundingClientRect }) => [target.id, boundingClientRect.top])));
      });
      for (const row of rows) look.observe(row);
    });
  let frames = 0;
  let last: Map<string, number> | undefined;
  while (scrollY > 0 || document.querySelectorAll('article[id^=reply-]').length === 0) {
    await new Promise(requestAnimationFrame);
    const before = scrollY;
    scrollBy({ top: -step, behavior: 'instant' });
    const moved = before - scrollY;
    // With a finger, a frame starts with its scroll event. Without this dispatch, that event would come a frame late.
    window.dispatchEvent(new Event('scroll'));
    const tops = await painted();
    frames += 1;
    for (const [id, top] of tops) {
      const was = last?.get(id);
      if (was === undefined) continue;
      if (Math.abs(top - was - moved) > toleratedJump)
        jumps.push(`frame ${frames}: ${Math.round(top - was - moved)} px at ${before}, ${id.slice(-6)}`);
      break;
    }
    last = tops;
  }
  return { frames, jumps };
};

test('messages do not jump while the reader scrolls up a long chat', async ({ stage }) => {
  const { page } = await enter(stage);
  const { frames, jumps } = await page.evaluate(readUp, [step, toleratedJump] as const);
  assert.ok(frames > 300, `${frames} frames`);
  await row(page, 1).waitFor();
  assert.deepEqual(jumps, [], `${jumps.length} jumps in ${frames} frames`);
  await expect(page.getByRole('button', { name: 'Earlier replies' })).toHaveCount(0);
  await eventually(async () => assert.ok((await page.getByRole('article').count()) < 60));
  await page.getByRole('button', { name: 'Latest' }).click();
  await isInSight(row(page, messages));
});

/** Runs in the page. Scrolls down until `last` appears. @returns the texts of all shown rows in order */
const readDown = async (last: string): Promise<string[]> => {
  const read = new Set<string>();
  for (let look = 0; look < 3_000 && !read.has(last); look += 1) {
    const rows = [...document.querySelectorAll('article[id^=reply-]')];
    for (const row of rows) read.add(row.textContent.match(/Day \d+:/)?.[0] ?? row.textContent);
    rows.at(-1)?.scrollIntoView({ block: 'start', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
  return [...read];
};

test('a reader can read a long chat from its beginning and return to its end', async ({ stage }) => {
  const { page, id } = await enter(stage);
  const other = await stage.otherUser();
  const toBeginning = page.getByRole('button', { name: 'To the beginning' });
  await toBeginning.press('Enter');
  await isInSight(row(page, 1));
  await expect(row(page, 1)).toBeFocused();
  await page.getByRole('status').filter({ hasText: 'The beginning of the chat' }).waitFor();
  assert.equal(await toBeginning.isVisible(), false);
  // A button that the header half covers would count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  // A new message does not scroll the page, and does not appear right after the loaded messages.
  const next = messages + 1;
  await stage.postReply(other, { id }, `Day ${next}: it is over.`);

  const later = page.getByRole('button', { name: 'Later replies' });
  await later.press('Enter');
  await expect(row(page, 101)).toBeFocused();
  await isInSight(row(page, 101));
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 100)).toBeFocused();

  const read = await page.evaluate(readDown, `Day ${next}:`);
  assert.deepEqual(
    read.slice(read.indexOf('Day 101:')),
    Array.from({ length: next - 100 }, (_, index) => `Day ${index + 101}:`),
  );
  await expect(later).toHaveCount(0);

  await stage.postReply(other, { id }, 'The day after.');
  await page.getByText('The day after.').first().waitFor();

  // A reader who has scrolled to the end has loaded the whole chat. The reload leaves only the newest messages.
  await page.reload();
  const newest = page.getByRole('article').filter({ hasText: 'The day after.' });
  await newest.waitFor();
  const toStart = async () => {
    await toBeginning.press('Enter');
    await row(page, 1).waitFor();
    await expect(newest).toHaveCount(0);
  };
  await toStart();
  await page.getByRole('button', { name: 'Latest' }).press('Enter');
  await newest.waitFor();
  await page.getByRole('status').filter({ hasText: 'The latest replies' }).waitFor();
  await eventually(async () => assert.ok(await page.evaluate(() => document.activeElement !== document.body)));
  await expect(row(page, 1)).toHaveCount(0);
  await toStart();
  await page.getByLabel('Your message').fill('And then I woke up.');
  await page.keyboard.press('Enter');
  await page.getByRole('article').filter({ hasText: 'And then I woke up.' }).waitFor();
  await newest.waitFor();
});

test('a link to an early message shows it, and a message sent afterwards is in view', async ({ stage }) => {
  room ??= fill(stage);
  const { first } = await room;
  const page = await stage.memberPage();
  await page.goto(`/reply/${first}`);
  await expect(row(page, 1)).toBeVisible();
  await page.getByLabel('Your message').fill('And one more.');
  await page.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => {
    const sent = await page.getByRole('article').getByText('And one more.', { exact: true }).boundingBox();
    const composer = await page.getByLabel('Your message').boundingBox();
    assert.ok(sent && composer && sent.y + sent.height < composer.y, 'what one has just said is in sight');
  });
  await expect(page.getByRole('button', { name: /new$/ })).toHaveCount(0);
});
