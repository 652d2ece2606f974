import assert from 'node:assert/strict';
import { eventually, type MemberPage, type Stage, test } from './suite.ts';

/** A user writes in a tab with a silent connection, as in sleep. Another user signs in in the same browser. */
const left = async (stage: Stage): Promise<{ readonly page: MemberPage; readonly next: MemberPage }> => {
  const [page, next] = [await stage.member(), await stage.member()];
  const question = await stage.ask(page, { title: 'Whose words are these?' });
  await page.clock.install();
  await page.routeWebSocket('**/ws*', () => undefined);
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('link', { name: `Profile of ${page.member.username}` }).waitFor();
  await composer(page).fill('Nobody shall know who says this');
  await eventually(async () =>
    assert.ok(await page.evaluate((id) => localStorage.getItem(`draft:${id}`), question.id), 'what is written is kept'),
  );
  return { page, next };
};

const signsIn = async (page: MemberPage, next: MemberPage): Promise<void> =>
  page.context().addCookies(await next.context().cookies());

const composer = (page: MemberPage) => page.getByLabel('Your message');

const isTheirs = async (page: MemberPage, next: MemberPage): Promise<void> => {
  await page.getByRole('link', { name: `Profile of ${next.member.username}` }).waitFor();
  assert.equal(await page.getByRole('link', { name: `Profile of ${page.member.username}` }).count(), 0);
  assert.equal(await composer(page).inputValue(), '');
};

test('a tab becomes that of whoever has signed in in another one, without the words of the one before', async ({
  stage,
}) => {
  const { page, next } = await left(stage);
  await signsIn(page, next);
  const tab = await page.context().newPage();
  await tab.goto('/');
  await isTheirs(page, next);
});

test('a tab goes on, live and with its words, when another session of the same person has taken the place of its own', async ({
  stage,
}) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'Whose words are these?' });
  // A sent frame shows that the first session's connection is open.
  const isLive = new Promise<void>((resolve) =>
    page.once('websocket', (socket) => socket.once('framesent', () => resolve())),
  );
  await page.goto(`/questions/${question.id}`);
  await composer(page).fill('I shall say this yet');
  await isLive;
  const phone = await stage.phone();
  await stage.signIn(phone, page.member.username);
  await page.context().addCookies(await phone.context().cookies());
  const next = page.waitForEvent('websocket');
  await stage.call(page, 'DELETE', '/api/auth/sessions');
  await next;
  await page.getByRole('link', { name: `Profile of ${page.member.username}` }).waitFor();
  assert.equal(await composer(page).inputValue(), 'I shall say this yet');
  assert.equal(await page.evaluate((id) => localStorage.getItem(`draft:${id}`), question.id), 'I shall say this yet');
});
