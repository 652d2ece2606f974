import assert from 'node:assert/strict';
import type { Question } from '@hearsay/contracts';
import { expectAccessible } from './accessibility.ts';
import { eventually, test, waitForToast } from './suite.ts';

test('a reply that approves a visitor’s anonymous question is pinned above the chat', async ({ stage }) => {
  const title = 'What would you never say on stage?';
  const target = await stage.memberPage();
  const visitor = await stage.visitorPage({ theme: 'light' });
  await visitor.goto(`/@${encodeURIComponent(target.member.username)}`);
  await visitor.getByRole('main').getByRole('button', { name: 'Ask Question' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Ask Anonymously' });
  await dialog.getByText('Only registered users can answer anonymous questions.').waitFor();
  await dialog.getByLabel('Your question').fill(title);
  await dialog.getByRole('button', { name: 'Ask anonymously' }).click();
  await waitForToast(visitor, 'Question sent!');

  const question = await eventually(async () => {
    const [first] = await stage.call<Question[]>(target, 'GET', `/api/users/${target.member.id}/pending-questions`);
    return first ?? assert.fail('not there yet');
  });
  await target.goto('/profile?tab=pending');
  const card = target.getByRole('article').filter({ hasText: title });
  await card.getByText('ANONYMOUS').waitFor();
  await expectAccessible(target);
  await card.getByRole('button', { name: 'Approve' }).click();
  await target.getByLabel('Your reply').fill('That I am afraid of it.');
  await target.getByRole('button', { name: 'Approve and reply' }).click();
  await waitForToast(target, 'Question approved with reply');
  await target.getByText('Nobody waits for an answer.').waitFor();

  // The reply opens at one boost, its default threshold.
  await stage.boost(await stage.otherUser(), question);
  await visitor.goto(`/questions/${question.id}`);
  await visitor.getByText('That I am afraid of it.').first().waitFor();
  await visitor.getByText('ANONYMOUS').first().waitFor();

  const { pinnedReplyId } = await stage.call<Question>(visitor, 'GET', `/api/questions/${question.id}`);
  await visitor.goto(`/reply/${pinnedReplyId}`);
  await visitor.waitForURL(`**/questions/${question.id}#reply-${pinnedReplyId}`);
  const pinned = visitor.getByRole('article', { name: 'Pinned' });
  await pinned.getByText('That I am afraid of it.').waitFor();
  await eventually(async () => {
    assert.match((await pinned.getAttribute('class')) ?? '', /heard-pinned/);
    const box = await pinned.boundingBox();
    assert.ok(box && box.y > 60 && box.y + box.height < 760, 'between the header and the end of the screen');
  });
});
