import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { boostButtonOf, eventually, type Stage, test, uniqueName } from './suite.ts';

interface Frame {
  readonly line: string;
  readonly hasChip: boolean;
  /** Each segment has the distance of its colour from amber, and its filled part in percent. */
  readonly segments: readonly { readonly toAmber: number; readonly fill: number }[];
  /** Positions and sizes, relative to the card, of all elements that could move. */
  readonly boxes: readonly number[];
}

declare global {
  interface Window {
    seenFrames?: Frame[];
  }
}

/** Runs in the page. Records the state of the first card in every frame. */
const recordFrames = (): void => {
  const card = document.querySelector('article');
  const meter = card?.querySelector('.meter');
  if (!card || !meter) throw new Error('There is no locked card');
  const numbersIn = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--amber-lit)';
  const amber = numbersIn(getComputedStyle(probe).color);
  probe.remove();
  const frames: Frame[] = [];
  window.seenFrames = frames;
  const look = () => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const line = meter.nextElementSibling;
    const parts = [...card.querySelectorAll('h2, .meter, .meter > i, .acts'), ...(line ? [line] : [])];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    frames.push({
      line: line?.firstElementChild?.lastElementChild?.textContent ?? '',
      hasChip: document.querySelector('.rising-xp') !== null,
      segments: [...meter.children].map((segment) => {
        const { color, backgroundSize } = getComputedStyle(segment);
        const channels = numbersIn(color);
        return {
          toAmber: Math.hypot(...amber.map((channel, index) => channel - (channels[index] ?? 0))),
          fill: numbersIn(backgroundSize)[0] ?? 0,
        };
      }),
      boxes: [width, height, ...boxes.flatMap((box) => [box.left - left, box.top - top, box.width, box.height])],
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

const nearlyOpen = async (stage: Stage, words: string) => {
  // The author is new and stays at level 1. From level 2 on, the avatar has a ring, which takes space.
  const [asker, ...boosters] = [await stage.newUser(), await stage.otherUser(), await stage.otherUser()];
  const title = `${words}, ${uniqueName()}?`;
  const question = await stage.ask(asker, { title, description: 'It was me.', replyBoostThreshold: 3 });
  for (const booster of boosters) await stage.boost(booster, question);
  return question;
};

const distinct = (values: readonly string[]) => values.filter((value, index) => value !== values[index - 1]);
const roundedTo = (step: number) => (value: number) => Math.round(value / step) * step;

test('a reveal moves no box, reverses no colour, and says "You opened it."', async ({ stage }) => {
  const question = await nearlyOpen(stage, 'Who drank the last of it');
  const page = await stage.memberPage();
  await page.goto(`/questions/${question.id}`);
  const card = page.getByRole('article').first();
  const boost = boostButtonOf(card);
  await boost.waitFor();
  await page.evaluate(recordFrames);
  await boost.click();
  const line = (words: string) => card.getByText(words, { exact: true }).waitFor();
  await line('You opened it.');
  await page.locator('.rising-xp').waitFor({ state: 'attached' });
  await line('Everyone hears it now');
  const frames = (await page.evaluate(() => window.seenFrames)) ?? [];
  assert.ok(frames.length > 20, `${frames.length} frames`);
  assert.deepEqual(distinct(frames.map((frame) => frame.line)), [
    '1 more boost and everyone hears it',
    'Here it comes',
    'You opened it.',
    'Everyone hears it now',
  ]);
  for (const [index, { segments }] of frames.entries())
    for (const [place, { toAmber, fill }] of segments.entries()) {
      const before = frames[index - 1]?.segments[place] ?? { toAmber, fill };
      assert.ok(toAmber <= before.toAmber + 1, `segment ${place} goes back from amber in frame ${index}`);
      assert.ok(fill >= before.fill - 1, `segment ${place} empties in frame ${index}`);
    }
  assert.ok(frames.at(-1)?.segments.every(({ toAmber, fill }) => toAmber < 1 && fill === 100));
  const moved = distinct(frames.map(({ boxes }) => JSON.stringify(boxes.map(roundedTo(0.5)))));
  assert.deepEqual(moved.slice(1), [], `boxes moved from ${moved[0]}`);
  const early = frames.filter((frame) => frame.hasChip && frame.line === 'Here it comes');
  assert.deepEqual(early, []);
  await page.reload();
  await page.getByText(/^Open after .+ and 3 boosts$/).waitFor();
});

const opensShelf = async (page: Page, title: string) => {
  const card = page.getByRole('region', { name: 'Nearly heard' }).getByRole('article', { name: title });
  // The content service chooses the listed questions again every ten seconds.
  await eventually(async () => {
    await page.reload();
    await card.waitFor({ timeout: 4000 });
  });
  return card;
};

test('a question in the sideways row of Discover can be boosted open', async ({ stage }) => {
  const question = await nearlyOpen(stage, 'Which lie do you keep alive');
  const page = await stage.memberPage({ viewport: { width: 320, height: 700 } });
  await page.goto('/discover');
  const card = await opensShelf(page, question.title);
  const row = page.getByRole('region', { name: 'Nearly heard' }).getByRole('list');
  const beyond = (element: Element) => element.scrollWidth - element.clientWidth;
  assert.ok((await row.evaluate(beyond)) > 0, 'the row scrolls');
  assert.ok((await page.locator('html').evaluate(beyond)) <= 0, 'the page does not scroll sideways');
  await expectAccessibleInThemes(page);
  await boostButtonOf(card).click();
  await card.getByText('You opened it.').waitFor();
});

test('a visitor can boost the sample open, but must join to boost a listed question', async ({ stage }) => {
  const question = await nearlyOpen(stage, 'What did you never return');
  const page = await stage.visitorPage();
  await page.goto('/');
  const card = await opensShelf(page, question.title);
  await expect(page.getByRole('region', { name: 'Nearly heard' }).getByRole('article')).toHaveCount(3);
  const sample = page.getByRole('article', { name: 'A sample question' });
  await sample.getByRole('button', { name: 'Boost' }).click();
  await sample.getByText('That was you.').waitFor();
  await expect(sample.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register');
  await sample.getByText('Everyone hears it now').waitFor();
  await expectAccessibleInThemes(page);
  await card.getByRole('button', { name: 'Boost' }).click();
  await page.getByRole('dialog', { name: 'Join to turn this up (1 more)' }).waitFor();
});
