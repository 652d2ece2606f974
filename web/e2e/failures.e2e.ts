import assert from 'node:assert/strict';
import type { Profile } from '@hearsay/contracts';
import { breaks } from './breaks.ts';
import { operate } from './operator.ts';
import { boostOf, eventually, isAccessible, seesToast, test } from './suite.ts';
import { wav } from './wav.ts';

test('what fails on cards and profiles says so, and nothing is shown that is not true', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.member();
  const question = await stage.ask(other, { title: `${other.member.username} asks for trouble` });
  const own = await stage.ask(page, { title: `${page.member.username} asks in vain` });
  await breaks(page, '**/boost', 'POST', 500);
  await breaks(page, '**/repost', 'POST', 429);
  await breaks(page, '**/api/reposts/**', 'DELETE', 'abort');
  await breaks(page, '**/api/questions/*', 'DELETE', 500);
  await breaks(page, '**/api/reports', 'POST', 'abort');
  await page.goto('/');
  const card = page.getByRole('article').filter({ hasText: question.title });
  const boost = boostOf(card);
  await boost.click();
  await seesToast(page, 'Boost failed', 'Failed to toggle boost');
  await eventually(async () => assert.equal(await boost.getAttribute('aria-pressed'), 'false'));
  await card.getByRole('button', { name: 'Repost' }).click();
  const repost = page.getByRole('dialog', { name: 'Repost' });
  await repost.getByRole('button', { name: 'Repost' }).click();
  await seesToast(page, 'Repost failed', 'Failed to repost question');
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await seesToast(page, 'Report failed', 'Failed to submit report');
  await stage.call(page, 'POST', `/api/questions/${question.id}/repost`, {
    repostText: '',
    mediaUrl: null,
    mediaType: 'text',
  });
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Repost', pressed: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo repost' }).click();
  await seesToast(page, 'Undo repost failed', 'Failed to remove repost');
  await page.goto(`/questions/${own.id}`);
  await page.getByRole('article').first().getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await seesToast(page, 'Delete failed', 'Failed to delete question');
  await page.getByRole('heading', { name: own.title }).waitFor();

  await breaks(page, '**/follow', 'POST', 500);
  await page.goto(`/@${encodeURIComponent(other.member.username)}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await seesToast(page, 'Follow failed');
  await stage.call(page, 'POST', `/api/users/${other.member.id}/follow`, {});
  await breaks(page, '**/follow', 'DELETE', 'abort');
  await page.reload();
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await seesToast(page, 'Unfollow failed');
});

test('what fails in a chat and for a waiting question says so, and the words stay', async ({ stage }) => {
  const page = await stage.member();
  const other = await stage.member();
  const question = await stage.ask(other, { title: 'What do you say twice?' });
  await stage.say(page, question, 'Hello.');
  await breaks(page, '**/api/questions/*/discussions', 'POST', 'abort');
  await breaks(page, '**/api/discussions/*', 'DELETE', 500);
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('button', { name: 'Reply to the question' }).click();
  const reply = page.getByRole('dialog');
  await reply.getByLabel('Your reply').fill('Hello again.');
  await reply.getByRole('button', { name: 'Reply', exact: true }).click();
  await seesToast(page, 'Reply failed', 'Failed to post reply');
  await eventually(async () => assert.equal(await reply.getByLabel('Your reply').inputValue(), 'Hello again.'));
  await page.keyboard.press('Escape');
  await page.getByText('Hello.', { exact: true }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await seesToast(page, 'Delete failed', 'Failed to delete message');
  await page.getByText('Hello.', { exact: true }).waitFor();

  await stage.ask(other, { title: 'Will you say no?', targetUserId: page.member.id });
  await breaks(page, '**/ignore', 'POST', 500);
  await breaks(page, '**/approve-with-reply', 'POST', 429);
  await eventually(async () => {
    const waiting = await stage.call<unknown[]>(page, 'GET', `/api/users/${page.member.id}/pending-questions`);
    assert.equal(waiting.length, 1);
  });
  await page.goto('/profile');
  await page.getByRole('tab', { name: /Pending/ }).click();
  await page.getByRole('button', { name: 'Ignore' }).click();
  await seesToast(page, 'Action failed');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve and reply' }).click();
  await seesToast(page, 'Reply required', 'You must write a reply to approve this question.');
  await page.getByLabel('Your reply').fill('No.');
  await page.getByRole('button', { name: 'Approve and reply' }).click();
  await seesToast(page, 'Approval failed');
  await eventually(async () => assert.equal(await page.getByLabel('Your reply').inputValue(), 'No.'));
});

test('what fails in the settings says so and goes back to what it was', async ({ stage }) => {
  const page = await stage.member();
  await operate('gamification', 'xp', 'grant', page.member.username, '300', 'for', 'an', 'aura');
  // Before the first page is there: what is read of oneself is not read again for a level.
  await eventually(async () => {
    const { user } = await stage.call<Profile>(page, 'GET', `/api/users/${page.member.id}`);
    assert.ok(user.level >= 3);
  });
  await breaks(page, '**/api/users/**', 'PATCH', 500);
  await page.goto('/settings');
  const activity = page.getByRole('switch', { name: 'Show Activity' });
  await activity.click();
  await seesToast(page, 'Update failed', 'Could not update activity settings');
  await eventually(async () => assert.equal(await activity.getAttribute('aria-checked'), 'true'));
  await page.getByRole('switch', { name: 'New Replies' }).click();
  await seesToast(page, 'Update failed', 'Could not update notification settings');
  await page.getByText('Members', { exact: true }).click();
  await seesToast(page, 'Update failed', 'Could not update who may ask you');
  await page.getByText('Galaxy', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Gradient' }).click();
  await seesToast(page, 'Update failed', 'Could not update gradient colors');
  await page.getByLabel('Picture URL').fill(`${stage.base}/icons/icon-192.png`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await seesToast(page, 'Update failed', 'Could not update profile picture');
  await page
    .getByLabel('Upload from this device', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'not-a-picture.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await seesToast(page, 'Invalid file type', 'Please select an image file');
  await page.goto('/aura-settings');
  await page.getByText('Neon Glow').click();
  await page.getByRole('button', { name: 'Save Aura' }).click();
  await seesToast(page, 'Error', 'Failed to update aura. Please try again.');
  await page.unroute('**/api/users/**');
  await page.getByRole('button', { name: 'Save Aura' }).click();
  await seesToast(page, 'Aura Updated');
  await page.reload();
  await eventually(async () => assert.ok(await page.getByRole('radio', { name: 'Neon Glow' }).isChecked()));
});

test('what an ambassador cannot do says so', async ({ stage }) => {
  const author = await stage.member();
  const question = await stage.ask(author, { title: `Who reports ${author.member.username}?` });
  await stage.call(await stage.member(), 'POST', '/api/reports', {
    contentId: question.id,
    contentType: 'question',
    reason: 'A test.',
  });
  const page = await stage.ambassador();
  await breaks(page, '**/api/admin/users/*/content', 'DELETE', 500);
  await page.goto('/admin');
  await page.getByRole('searchbox', { name: 'Find someone' }).fill(author.member.username);
  await page.getByLabel('User', { exact: true }).selectOption({ label: author.member.username });
  await page.getByRole('button', { name: 'Delete All User Content' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await seesToast(page, 'Failed to delete content', 'No');
  await breaks(page, '**/api/reports/*/status', 'PATCH', 'abort');
  await stage.isReported(page, question);
  await page.goto('/notifications?tab=reports');
  await page.getByRole('listitem').filter({ hasText: question.title }).getByRole('button', { name: 'Resolve' }).click();
  await seesToast(page, 'Failed to resolve', 'Could not resolve the report.');
  await page.getByRole('listitem').filter({ hasText: question.title }).waitFor();
});

test('a notification that cannot be deleted comes back', async ({ stage }) => {
  const page = await stage.member();
  const question = await stage.ask(page, { title: 'What stays?' });
  await stage.say(await stage.member(), question, 'This.');
  await breaks(page, '**/api/notifications/*', 'DELETE', 500);
  await eventually(async () =>
    assert.equal((await stage.call<unknown[]>(page, 'GET', '/api/notifications')).length, 1),
  );
  await page.goto('/notifications');
  await page.getByRole('button', { name: /^Delete notification/ }).click();
  await seesToast(page, 'Failed to delete', 'Could not delete the notification.');
  await page.getByRole('button', { name: /^Delete notification/ }).waitFor();
});

test('without a microphone nothing is recorded, and a refused upload can be tried again', async ({ stage }) => {
  const page = await stage.member();
  await page.goto('/create?type=podcast');
  await page.getByRole('button', { name: 'Record audio' }).click();
  await seesToast(page, 'Microphone Error', 'Could not access microphone. Please check permissions.');
  await breaks(page, '**/api/uploads', 'POST', 413);
  await page.locator('input[type=file]').setInputFiles({ name: 'told.wav', mimeType: 'audio/wav', buffer: wav(5) });
  await seesToast(page, 'Upload failed');
  await isAccessible(page);
  await page.unroute('**/api/uploads');
  await page.getByRole('button', { name: 'Try again' }).click();
  await seesToast(page, 'File uploaded');
  await breaks(page, '**/api/podcasts', 'POST', 500);
  await page.getByLabel('Title').fill('Nearly published');
  await page.getByRole('button', { name: 'Publish' }).click();
  await seesToast(page, 'Error', 'Failed to publish podcast. Please try again.');
  await eventually(async () => assert.equal(await page.getByLabel('Title').inputValue(), 'Nearly published'));
});
