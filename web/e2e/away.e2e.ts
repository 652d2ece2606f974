import assert from 'node:assert/strict';
import type { RoomEntry } from '@hearsay/contracts';
import type { Page } from '@playwright/test';
import { eventually, test, waitForToast } from './suite.ts';

/** More messages than one response of `/room` holds. */
const MANY = 520;

const lineOf = async (page: Page) => {
  const line = { isCut: false, hasResynced: false, cut: async () => undefined as unknown };
  await page.routeWebSocket(/\/ws(\?|$)/, async (socket) => {
    if (line.isCut) return socket.close();
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (String(frame).includes('"resync"')) line.hasResynced = true;
      socket.send(frame);
    });
    line.cut = async () => {
      line.isCut = true;
      await server.close();
      await socket.close();
    };
  });
  // Without the poll, only the live connection brings missed messages.
  await page.route('**/api/questions/*/room?*', (route) => route.abort());
  return line;
};

test('a reader who missed 500 messages gets the newest and reads back without a gap', async ({ stage }) => {
  const page = await stage.memberPage();
  const question = await stage.ask(page, { title: 'What did I miss?' });
  await stage.postReply(page, question, 'Before.');
  const line = await lineOf(page);
  await page.goto(`/questions/${question.id}`);
  await page.getByText('Before.', { exact: true }).waitFor();
  const other = await stage.otherUser();
  await stage.postReply(other, question, 'Live.');
  await page.getByText('Live.', { exact: true }).waitFor();
  await line.cut();
  const others = await Promise.all(Array.from({ length: 4 }, () => stage.otherUser()));
  await Promise.all(
    others.map(async (one, which) => {
      for (let number = which; number < MANY; number += others.length)
        await stage.postReply(one, question, `Word ${number}.`);
    }),
  );
  await stage.postReply(other, question, 'Just now.');
  line.isCut = false;
  await page.getByText('Just now.', { exact: true }).waitFor();
  assert.ok(line.hasResynced, 'so much was missed that the question was read again');
  const messages = page.getByRole('list', { name: 'Live chat' }).getByRole('article');
  await eventually(async () => {
    await page.mouse.wheel(0, -3000);
    await messages.getByText('Before.', { exact: true }).waitFor({ timeout: 500 });
  });
  const { entries } = await stage.call<{ entries: RoomEntry[] }>(
    page,
    'GET',
    `/api/questions/${question.id}/room?after=0`,
  );
  const said = entries.flatMap((entry) => (entry.entry === 'message' ? [entry.discussion.content] : []));
  await eventually(async () => {
    const shown = await messages.locator('p[dir=auto]').allTextContents();
    assert.ok(shown.length > 3);
    assert.deepEqual(shown, said.slice(0, shown.length), 'the first messages stand there in their order');
  });
});

test('a dialog whose code fails to load shows an error and opens at a later attempt', async ({ stage }) => {
  const question = await stage.ask(await stage.otherUser(), { title: 'What opens here?' });
  const visitor = await stage.visitorPage();
  await visitor.route('**/assets/shown-dialog-*.js', (route) => route.abort());
  await visitor.goto(`/questions/${question.id}`);
  const boost = visitor.getByRole('button', { name: 'Boost' }).first();
  await boost.click();
  await waitForToast(visitor, 'Something went wrong');
  await visitor.getByRole('heading', { name: question.title }).waitFor();
  // Browsers keep a failed module import for the life of a page.
  await visitor.unroute('**/assets/shown-dialog-*.js');
  await visitor.reload();
  await boost.click();
  await visitor.getByRole('dialog', { name: 'Join to turn this up' }).waitFor();
});
