import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './accessibility.ts';
import { test, waitForLateCode, waitForToast } from './suite.ts';

test('an ambassador opens a report, deletes the outlined reply and resolves the report', async ({ stage }) => {
  const [ambassador, author, reporter] = [
    await stage.ambassadorPage(),
    await stage.memberPage(),
    await stage.otherUser(),
  ];
  const question = await stage.ask(reporter, { title: `Who was it? ${author.member.username}` });
  const reply = await stage.postReply(author, question, 'It was the neighbour of the third floor.');
  for (let number = 1; number <= 20; number += 1) await stage.postReply(reporter, question, `Guess ${number}`);
  await reporter.report('discussion', reply.id, 'It names a neighbour');
  await stage.waitForReport(ambassador, reply);

  await ambassador.goto('/notifications?tab=reports');
  const group = ambassador.getByRole('region', { name: author.member.username });
  await expectAccessibleInThemes(ambassador);
  await group.getByRole('button', { name: 'View Content' }).click();
  await ambassador.waitForURL(new RegExp(`/questions/${question.id}\\?report=[0-9a-f-]+#reply-${reply.id}$`));
  const bar = ambassador.getByRole('region', { name: 'What was reported' });
  await expect(bar).toContainText('It names a neighbour');
  const message = ambassador.locator(`#reply-${reply.id}`);
  await expect(message).toBeInViewport();
  await expect(message).toHaveCSS('outline-style', 'dashed');
  await expectAccessibleInThemes(ambassador);

  const address = ambassador.url();
  await author.goto(address);
  await waitForLateCode(author);
  await expect(author.locator(`#reply-${reply.id}`)).toBeInViewport();
  await expect(author.locator(`#reply-${reply.id}`)).toHaveCSS('outline-style', 'none');
  await expect(author.getByRole('region', { name: 'What was reported' })).toHaveCount(0);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await ambassador.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await waitForToast(ambassador, 'Reply deleted');
  const offer = ambassador.getByRole('dialog', { name: 'Resolve 1 report of what is deleted?' });
  // Away from the last click: for half a second, a second click at its place counts as a double-click and is ignored.
  await offer.getByRole('button', { name: 'Resolve' }).click({ position: { x: 8, y: 8 } });
  await waitForToast(ambassador, 'Report resolved');
  await ambassador.waitForURL(`${stage.base}/notifications?tab=reports`);
  await expect(group).toHaveCount(0);
  await expect(message).toHaveCount(0);
});

test('a link from a report stays at the question, although its chat is long', async ({ stage }) => {
  const [ambassador, reporter] = [await stage.ambassadorPage(), await stage.otherUser()];
  const author = await stage.memberPage();
  const question = await stage.ask(author, { title: `Who else heard it? ${author.member.username}` });
  for (let number = 1; number <= 20; number += 1) await stage.postReply(reporter, question, `Voice ${number}`);
  await reporter.report('question', question.id, 'It is loud');
  await stage.waitForReport(ambassador, question);
  await ambassador.goto('/notifications?tab=reports');
  const group = ambassador.getByRole('region', { name: author.member.username });
  await group.getByRole('button', { name: 'View Content' }).click();
  await ambassador.getByRole('region', { name: 'What was reported' }).waitFor();
  await expect(ambassador.getByRole('heading', { name: question.title })).toBeInViewport();
  expect(await ambassador.evaluate(() => scrollY)).toBeLessThan(10);

  await ambassador.goBack();
  await group.getByRole('link', { name: `Delete everything of ${author.member.username}` }).click();
  const box = ambassador.getByRole('combobox', { name: 'User' });
  await expect(box).toHaveValue(author.member.username);
  await ambassador.getByText('1 question, with all discussions').waitFor();
  await expect(ambassador.getByRole('button', { name: 'Delete All User Content' })).toBeEnabled();
});
