import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, sampleId, userCard } from '../../../test/sample-content.ts';
import { ProfileHeader } from './profile-header.tsx';

const api = fakeApiPerTest(() => null);

it.each([
  ['Follow', 'Unfollow', 'Follow failed'],
  ['Unfollow', 'Follow', 'Unfollow failed'],
])('a follow is shown at once, and reverted if it fails: %s', async (before, after, title) => {
  const refused = Promise.withResolvers<Response>();
  const status = { isFollowing: before === 'Unfollow', followerCount: 3 };
  api.answer = ({ method }) => (method === 'GET' ? status : refused.promise);
  showPage(
    <ProfileHeader user={{ ...ownUser, ...userCard('lou', sampleId(1)) }} isOwn={false} viewerId={ownUser.id} />,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: before })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: before }));
  expect(await screen.findByRole('button', { name: after })).toBeDisabled();
  refused.resolve(refusal());
  await expectToast({ title, tone: 'bad' });
  expect(await screen.findByRole('button', { name: before })).toBeEnabled();
});
