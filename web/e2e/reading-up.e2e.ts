import assert from 'node:assert/strict';
import { eventually, test } from './suite.ts';

/** How far somebody who reads upwards moves the page with each frame. Pixels. */
const step = 40;
const messages = 330;
/** A frame may stand between two whole pixels. */
const most = 1.5;

/**
 * Runs in the page. Reads upwards to the top of the page and looks at what each frame paints. An observer that begins in a frame is told where things stand at that
 * frame's end: after layout and all observers of sizes, as they are painted.
 * @returns the frames, and the moves in pixels of a message in sight by anything but the step
 */
const readUp = async ([step, most]: readonly [number, number]): Promise<{ frames: number; jumps: string[] }> => {
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
    // A frame in which a finger scrolls begins with telling so; of this step it would be told a frame later.
    window.dispatchEvent(new Event('scroll'));
    const tops = await painted();
    frames += 1;
    for (const [id, top] of tops) {
      const was = last?.get(id);
      if (was === undefined) continue;
      if (Math.abs(top - was - moved) > most)
        jumps.push(`frame ${frames}: ${Math.round(top - was - moved)} px at ${before}, ${id.slice(-6)}`);
      break;
    }
    last = tops;
  }
  return { frames, jumps };
};

test('what one reads upwards in a long chat moves by what one scrolls, in every frame', async ({ stage }) => {
  const page = await stage.member();
  const others = [await stage.member(), await stage.member()];
  const question = await stage.ask(page, { title: 'How was every single day of the year?' });
  for (let number = 1; number <= messages; number++) {
    // One to eight lines, in groups of authors that are one to four messages long.
    const words = `Day ${number}: ${'it rained, and then it did not. '.repeat((number * 7) % 9)}`;
    await stage.say(others[Math.floor(number / ((number % 4) + 1)) % 2] ?? page, question, words.trim());
  }
  await page.goto(`/questions/${question.id}`);
  await eventually(async () => assert.ok(await page.getByText(`Day ${messages}:`, { exact: false }).isVisible()));
  const { frames, jumps } = await page.evaluate(readUp, [step, most] as const);
  assert.ok(frames > 300, `${frames} frames`);
  await page.getByText('Day 1:', { exact: false }).waitFor();
  assert.deepEqual(jumps, [], `${jumps.length} jumps in ${frames} frames`);
});
