import assert from 'node:assert/strict';
import type { Question } from '@hearsay/contracts';
import { expectAccessible } from './accessibility.ts';
import { eventually, test, waitForToast } from './suite.ts';

test('a guest can withdraw an ask by its receipt, whose code is in no request address', async ({ stage }) => {
  const target = await stage.otherUser();
  const { id, username } = target.member;
  const visitor = await stage.visitorPage({ theme: 'light' });
  const addresses: string[] = [];
  visitor.on('request', (request) => {
    addresses.push(request.url(), ...Object.values(request.headers()));
  });
  await visitor.goto(`/@${encodeURIComponent(username)}`);
  const main = visitor.getByRole('main');
  await main.getByRole('button', { name: 'Ask Question' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Ask Anonymously' });
  const line = dialog.getByRole('combobox', { name: 'Whom do you ask?' });
  assert.match((await line.textContent()) ?? '', new RegExp(`^To ${username}·Change$`));
  await expectAccessible(visitor);
  await dialog.getByLabel('Your question').fill('Will you ever say it?');
  await dialog.getByRole('button', { name: 'Ask anonymously' }).click();
  await waitForToast(visitor, 'Question sent!', 'It waits for their approval.');
  await dialog.waitFor({ state: 'detached' });
  await main.getByText('Sent. It waits for their approval.').waitFor();
  await main.getByRole('link', { name: 'Create an account' }).waitFor();
  assert.equal(await main.getByRole('button', { name: 'Ask Question' }).count(), 0);
  await expectAccessible(visitor);

  await main.getByRole('link', { name: 'See what becomes of it' }).click();
  await visitor.getByRole('heading', { name: 'It waits for their approval.' }).waitFor();
  const code = new URL(visitor.url()).hash.slice(1);
  assert.match(code, /^[\w-]{22}$/);
  assert.ok(!(await visitor.title()).includes(code));
  await expectAccessible(visitor);
  const path = `/api/users/${id}/pending-questions`;
  assert.equal((await stage.call<Question[]>(target, 'GET', path)).length, 1);
  await visitor.goto(`/@${encodeURIComponent(username)}`);
  await main.getByRole('link', { name: 'See what became of your question' }).click();
  await visitor.getByRole('button', { name: 'Withdraw it' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click();
  await waitForToast(visitor, 'Question withdrawn');
  await visitor.getByText('It is gone. It was withdrawn or removed.').waitFor();
  assert.equal((await stage.call<Question[]>(target, 'GET', path)).length, 0);
  assert.ok(addresses.length > 0 && addresses.every((address) => !address.includes(code)));

  await visitor.goto(`/@${encodeURIComponent(username)}`);
  await main.getByRole('button', { name: 'Ask Question' }).waitFor();
  assert.equal(await main.getByRole('link', { name: 'See what became of your question' }).count(), 0);
});

test('the sign-in page shows title, author and length of a shared episode', async ({ stage }) => {
  const author = await stage.memberPage();
  const { id } = await stage.publishEpisode(author, 'What the night train taught me', 3);
  const visitor = await stage.visitorPage();
  await visitor.goto(`/podcasts/${id}`);
  await visitor.waitForURL('**/login');
  const episode = visitor.getByRole('region', { name: 'Episode' });
  await episode.getByRole('heading', { name: 'What the night train taught me' }).waitFor();
  await episode.getByText(`by ${author.member.username} · 0:03`).waitFor();
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: 'Create an account' }).click();
  await visitor.getByLabel('Username').fill(`late ${Date.now()}`);
  await visitor.getByLabel('Password', { exact: true }).fill('secret1');
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await eventually(async () => assert.equal(new URL(visitor.url()).pathname, `/podcasts/${id}`));
});
