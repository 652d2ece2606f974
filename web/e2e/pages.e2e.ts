import assert from 'node:assert/strict';
import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { eventually, resizeText, type Stage, test, waitUntilLoaded } from './suite.ts';
import { unreachableControls } from './unreachable-controls.ts';

const nowhere = '0199ffff-0000-7000-8000-000000000000';

const reading = (username: string): string[] => [
  ...['/', '/discover', '/discover?q=the', '/my-content', '/notifications', '/xp-stats', '/search?q=rindfleisch'],
  ...['questions', 'question', 'podcasts', 'podcast', 'reply', 'content', 'profile'].map(
    (kind) => `/${kind}/${nowhere}`,
  ),
  ...['/profile', `/@${username}`],
];
const others = ['/create', '/create?type=question', '/login', '/register', '/admin', '/reset/not-a-link', '/nowhere'];
/** Pages that show the session's own user. */
const ofSession = ['/settings', '/aura-settings'];

const sizes = [
  { width: 320, textPercent: 100 },
  { width: 390, textPercent: 200 },
  { width: 320, textPercent: 200 },
] as const;

const hasHeading = (page: Page, state: string): Promise<void> =>
  eventually(async () => {
    const headings = await page.locator('h1').allTextContents();
    assert.equal(headings.length, 1, `${state}: ${JSON.stringify(headings)}`);
    assert.notEqual(headings[0]?.trim(), '', state);
  });

test('every page has one heading while it loads and after a failed read', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/create');
  await page.getByRole('heading', { name: 'Create', level: 1 }).waitFor();
  let held: Route[] | null = [];
  const fail = (route: Route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"error":"No","code":"internal"}' });
  await page.route(/\/api\/(?!auth\/user|notifications\/unread-count|client-errors)/, (route) =>
    held ? void held.push(route) : fail(route),
  );
  const read = reading('nobody-is-called-this');
  for (const path of [...read, ...others, ...ofSession]) {
    held = [];
    await page.goto(path);
    await hasHeading(page, `${path} waiting`);
    const late: Route[] = held;
    held = null;
    for (const route of late) await fail(route).catch(() => undefined);
    if (read.includes(path)) await page.getByRole('main').getByRole('alert').first().waitFor();
    await hasHeading(page, `${path} failed`);
  }
});

const fill = async (stage: Stage) => {
  const page = await stage.ambassadorPage();
  const other = await stage.otherUser();
  const question = await stage.ask(other, {
    title: 'Whose Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz is it, and who has read it?',
    description: 'Hidden until nine have asked for it.',
    replyBoostThreshold: 9,
  });
  await stage.postReply(page, question, 'Mine, all sixty-three letters of it.');
  const title = 'May I ask something long of you, in one breath?';
  const pending = await stage.ask(other, { title, targetUserId: page.member.id });
  const report = { contentId: question.id, contentType: 'question', reason: 'Words of sixty-three letters.' };
  await stage.call(page, 'POST', '/api/reports', report);
  const own = `/@${encodeURIComponent(page.member.username)}`;
  const content = [`/questions/${question.id}`, `/questions/${pending.id}`, own];
  return { page, paths: [...content, '/create?type=podcast', '/notifications?tab=reports'] };
};

for (const who of ['an ambassador', 'a visitor'])
  test(`every page has one heading and is accessible, without covered controls, for ${who}`, async ({ stage }) => {
    const { page: ambassador, paths } = await fill(stage);
    const page = who === 'a visitor' ? await stage.visitorPage() : ambassador;
    const looked = new Set<string>();
    for (const path of [...paths, ...reading('nobody-is-called-this'), ...others, ...ofSession]) {
      await page.goto(path);
      await waitUntilLoaded(page);
      await hasHeading(page, path);
      const title = await page.locator('h1').textContent();
      // Several paths lead to the sign-in page or the not-found page. Each of these pages is checked once.
      const look = paths.includes(path) ? path : title + new URL(page.url()).search;
      if (looked.has(look)) continue;
      looked.add(look);
      await expectAccessibleInThemes(page);
      for (const { width, textPercent } of sizes) {
        await page.setViewportSize({ width, height: 780 });
        await resizeText(page, textPercent);
        // An arriving element may cover a control for a moment.
        await eventually(async () =>
          assert.deepEqual(await page.evaluate(unreachableControls, 'body'), [], `${path} at ${width} px`),
        );
      }
      await page.setViewportSize({ width: 390, height: 844 });
    }
    expect(looked.size).toBeGreaterThan(12);
  });
