import { expect, type Locator, type Page } from '@playwright/test';
import { eventually, type Stage, test, waitForLateCode } from './suite.ts';

interface Scene {
  readonly control: Locator;
  readonly dialog?: readonly Locator[];
  readonly expected: Locator;
}

const confirm = (page: Page, verb: string) => [page.getByRole('dialog').getByRole('button', { name: verb })];
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

async function messageScene(stage: Stage, deleted: number, next: number): Promise<Scene> {
  const page = await stage.memberPage();
  const question = await stage.ask(page, { title: 'Which words go?' });
  for (let number = 1; number <= 6; number++) await stage.postReply(page, question, `Word ${number}.`);
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
  Latest: async (stage) => {
    const page = await stage.memberPage();
    const question = await stage.ask(page, { title: 'Which was the latest?' });
    for (let number = 1; number <= 20; number++) await stage.postReply(page, question, `Word ${number}.`);
    await page.goto(`/questions/${question.id}`);
    await button(page, 'Latest').waitFor();
    return {
      control: button(page, 'Latest'),
      expected: page.getByRole('form', { name: 'Chat message' }).getByRole('button').first(),
    };
  },
  'Delete of the sixth card': async (stage) => {
    const page = await stage.memberPage();
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
};

for (const [what, prepare] of Object.entries(scenes))
  test(`the focus moves to a neighbouring control after: ${what}`, async ({ stage }) => {
    const { control, dialog = [], expected } = await prepare(stage);
    await waitForLateCode(expected.page());
    await control.press('Enter');
    for (const next of dialog) await next.press('Enter');
    await control.waitFor({ state: 'detached' });
    await expect(expected).toBeFocused();
  });
