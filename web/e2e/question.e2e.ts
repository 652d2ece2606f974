import assert from 'node:assert/strict';
import { eventually, hasFocus, isAccessible, seesToast, test } from './suite.ts';

test('a visitor can read and follow the chat and is asked to sign in to join it', async ({ stage }) => {
  const asker = await stage.member();
  const question = await stage.ask(asker, { title: 'What is your quietest habit?', description: 'Mine is folding receipts.' });
  const visitor = await stage.phone();
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByText('Sign in to join the live chat').waitFor();
  await isAccessible(visitor);
  await stage.say(asker, question, 'Let me begin.');
  await visitor.getByText('Let me begin.', { exact: true }).waitFor();
  assert.equal(await visitor.getByLabel('Your message').count(), 0);
  await visitor.getByRole('button', { name: 'Boost' }).first().click();
  await visitor.getByText('You must be logged in to boost').waitFor();
  await visitor.getByRole('button', { name: 'Reply to the question' }).click();
  await visitor.waitForURL('**/login');
  await visitor.getByText('Please sign in to reply').waitFor();
});

test('a failed message comes back to the composer and can be sent again', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you say to plants?' });
  await page.goto(`/questions/${question.id}`);
  const composer = page.getByLabel('Your message');
  const send = page.getByRole('button', { name: 'Send' });
  await composer.fill('   ');
  assert.ok(await send.isDisabled());
  await page.route('**/api/discussions', (route) => route.fulfill({ status: 409, body: '{}' }));
  await composer.fill('Nothing they would repeat.');
  await page.getByText('254').waitFor();
  await send.click();
  await seesToast(page, 'Failed to send message');
  assert.equal(await composer.inputValue(), 'Nothing they would repeat.');
  await page.unroute('**/api/discussions');
  await send.click();
  await page.getByRole('article', { name: 'Reply of yours' }).waitFor();
  assert.equal(await composer.inputValue(), '');
});

test('the reply dialog answers a message, anonymously, and counts to 500', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What would your kitchen say of you?' });
  const other = await stage.member();
  await stage.say(other, question, 'That I never sit down.');
  await page.goto(`/questions/${question.id}`);
  const message = page.getByRole('article', { name: `Reply of ${other.member.username}` });
  await message.getByRole('button', { name: 'Reply' }).click();
  const dialog = page.getByRole('dialog', { name: `Reply to @${other.member.username}` });
  await dialog.waitFor();
  await isAccessible(page);
  assert.ok(await hasFocus(dialog.getByLabel('Your reply')));
  assert.ok(await dialog.getByRole('button', { name: 'Reply', exact: true }).isDisabled());
  assert.ok(await dialog.getByRole('tab', { name: /Audio/ }).isDisabled());
  await dialog.getByLabel('Your reply').fill('Mine says the same, louder.');
  await dialog.getByText('27 / 500').waitFor();
  await dialog.getByRole('switch', { name: 'Anonymous' }).click();
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
  await seesToast(page, 'Reply posted');
  await dialog.waitFor({ state: 'detached' });
  assert.ok(await hasFocus(message.getByRole('button', { name: 'Reply' })), 'the focus is back where the dialog was opened');
  await other.goto(`/questions/${question.id}`);
  const answer = other.getByRole('article', { name: 'Reply of [ANON]' });
  await answer.getByText('Mine says the same, louder.').waitFor();
  await answer.getByText(`${other.member.username}: That I never sit down.`).waitFor();
  await isAccessible(other);
});

test('an anonymous question names nobody', async ({ stage }) => {
  const asker = await stage.member();
  const question = await stage.ask(asker, { title: 'Who else eats dinner at five?', isAnonymous: true, creatorId: null });
  const reader = await stage.member();
  await reader.goto(`/questions/${question.id}`);
  await reader.getByText('ANONYMOUS').waitFor();
  assert.equal(await reader.getByText(asker.member.username).count(), 0);
});

test('links to a reply, a question and any content lead to the question, at the reply', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What was the evening like?' });
  const early = await stage.say(page, question, 'It began with rain.');
  for (let number = 2; number <= 12; number++) await stage.say(page, question, `And then ${number}.`);
  await page.goto(`/reply/${early.id}`);
  await page.waitForURL(`**/questions/${question.id}#reply-${early.id}`);
  await eventually(async () => assert.ok(await page.getByText('It began with rain.').isVisible()));
  await page.goto(`/question/${question.id}`);
  await page.waitForURL(`**/questions/${question.id}`);
  await page.goto(`/content/${early.id}`);
  await page.waitForURL(`**/questions/${question.id}#reply-${early.id}`);
});

test('older messages are paged in, and a link to one of them reads back to it', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'How many things are on your desk?' });
  const first = await stage.say(page, question, 'Thing 1.');
  for (let number = 2; number <= 205; number++) await stage.say(page, question, `Thing ${number}.`);
  await page.goto(`/questions/${question.id}`);
  await page.getByText('Thing 6.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Earlier replies' }).click();
  await page.getByText('Thing 1.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Earlier replies' }).waitFor({ state: 'detached' });
  assert.ok((await page.getByRole('article').count()) < 60);
  await page.goto(`/reply/${first.id}`);
  await eventually(async () => assert.ok(await page.getByText('Thing 1.', { exact: true }).isVisible()));
  await page.getByLabel('Your message').fill('And one more.');
  await page.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => {
    const sent = await page.getByRole('article').getByText('And one more.', { exact: true }).boundingBox();
    const composer = await page.getByLabel('Your message').boundingBox();
    assert.ok(sent && composer && sent.y + sent.height < composer.y, 'what one has just said is in sight');
  });
  assert.equal(await page.getByRole('button', { name: /new$/ }).count(), 0);
});

test('after a break of the line nothing is missing and nothing is twice', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What do you hear right now?' });
  await page.goto(`/questions/${question.id}`);
  await page.getByLabel('Your message').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await page.getByLabel('Your message').fill('The fridge, and then not.');
  await page.getByRole('button', { name: 'Send' }).click();
  await seesToast(page, 'Failed to send message');
  assert.equal(await page.getByLabel('Your message').inputValue(), 'The fridge, and then not.');
  await page.context().setOffline(false);
  const other = await stage.member();
  for (let number = 1; number <= 5; number++) await stage.say(other, question, `Sound ${number}.`);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  for (let number = 1; number <= 5; number++) await page.getByText(`Sound ${number}.`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'Reply of yours' }).waitFor();
  for (let number = 1; number <= 5; number++) assert.equal(await page.getByText(`Sound ${number}.`, { exact: true }).count(), 1);
});

test('an unknown question and an unknown page say so', async ({ stage }) => {
  const page = await stage.phone();
  const nowhere = '0199ffff-0000-7000-8000-000000000000';
  for (const path of [`/questions/${nowhere}`, '/questions/nonsense', `/reply/${nowhere}`]) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Question Not Found' }).waitFor();
  }
  for (const path of ['/nowhere', `/content/${nowhere}`, '/settings']) {
    await page.goto(path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  }
  await isAccessible(page);
});
