import { expect, type Page } from '@playwright/test';
import { questionId, sampleId, sampleMessage } from '../test/sample-content.ts';
import { lockedQuestion, lockedQuestionId, openFixedPage } from './fixed-answers.ts';
import { eventually, test, waitUntilLoaded } from './suite.ts';

const screens: Readonly<
  Record<
    string,
    {
      readonly path: string;
      readonly isAmbassador?: boolean;
      readonly part?: string;
      readonly open?: (page: Page) => Promise<void>;
    }
  >
> = {
  feed: { path: '/' },
  question: { path: `/questions/${questionId}` },
  'locked-question': { path: `/questions/${lockedQuestionId}` },
  'reply-sheet': {
    path: `/questions/${questionId}`,
    // The dialog makes the page behind it inert.
    part: 'dialog',
    open: (page) => page.getByRole('button', { name: 'Reply to the question' }).click(),
  },
  create: { path: '/create?type=question' },
  notifications: { path: '/notifications' },
  profile: { path: '/profile' },
  settings: { path: '/settings' },
  episode: { path: `/podcasts/${sampleId(21)}` },
  admin: { path: '/admin', isAmbassador: true },
};

for (const [name, { path, isAmbassador = false, part = 'body', open }] of Object.entries(screens))
  test(`the accessibility tree equals its snapshot: ${name}`, async ({ stage }) => {
    const { page, isAnswered } = await openFixedPage(stage, { isAmbassador });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await open?.(page);
    await waitUntilLoaded(page);
    await expect(page.locator(part)).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
    isAnswered();
  });

declare global {
  interface Window {
    saidTexts?: string[];
  }
}

/** Runs in the page. Records each new text of a live region. */
const noteSaid = (): void => {
  const said: string[] = [];
  window.saidTexts = said;
  const last = new Map<Element, string>();
  const look = () => {
    for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]')) {
      const text = (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
      if (text !== '' && last.get(region) !== text && !text.startsWith('Loading')) said.push(text);
      last.set(region, text);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
};

/** Waits for the announcement, then clears the record. */
const hears = (page: Page, text: string): Promise<void> =>
  eventually(async () => {
    const said = await page.evaluate(() => window.saidTexts ?? []);
    expect(said).toContain(text);
    await page.evaluate(() => {
      window.saidTexts?.splice(0);
    });
  });

test('live regions announce a new message, a reveal and a lost network', async ({ stage }) => {
  const { page, tell } = await openFixedPage(stage);
  await page.addInitScript(noteSaid);
  await page.goto(`/questions/${lockedQuestionId}`);
  await page.getByRole('list', { name: 'Live chat' }).getByRole('article').first().waitFor();
  const frame = { message: '', questionId: lockedQuestionId };

  const { isMine: _, ...discussion } = sampleMessage(4, {
    questionId: lockedQuestionId,
    content: 'Here is a fourth one.',
  });
  await tell({
    type: 'room',
    data: { ...frame, discussionCount: 2, from: 4, to: 4, entries: [{ number: 4, entry: 'message', discussion }] },
  });
  await hears(page, 'lou: Here is a fourth one.');

  await page.route(`**/api/questions/${lockedQuestionId}`, (route) =>
    route.fulfill({
      json: {
        ...lockedQuestion,
        isRevealed: true,
        boostCount: 3,
        lastNumber: 5,
        description: 'Now everyone hears it.',
      },
    }),
  );
  await tell({
    type: 'room',
    data: {
      ...frame,
      discussionCount: 2,
      from: 5,
      to: 5,
      entries: [{ number: 5, entry: 'revealed', revealCount: 3, openedAt: null }],
    },
  });
  await page.getByText('Now everyone hears it.').waitFor();
  await hears(page, 'Everyone hears it now');

  await page.context().setOffline(true);
  await hears(page, 'You are offline');
  await page.context().setOffline(false);
});
