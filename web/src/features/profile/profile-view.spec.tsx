import { contentKey, type Profile, type Question } from '@hearsay/contracts';
import { afterEach, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { ownUser, question } from '../../../test/sample-content.ts';
import { DialogHost } from '../../shared/dialogs/dialog-host.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { closeDialog } from '../../shared/ui/dialog-store.ts';
import { ProfileView } from './profile-view.tsx';

afterEach(() => {
  act(() => closeDialog());
});

const { discussions: _, pinnedReply: __, ...plain } = question([]);
const whisper: Question = {
  ...plain,
  title: 'Who was it?',
  replyBoostThreshold: 2,
  boostCount: 1,
  revealCount: 1,
  isRevealed: false,
};
const profile: Profile = {
  user: ownUser,
  content: [],
  activity: [],
  reposts: [],
  stats: { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 1 },
};

const OwnProfile = () => (
  <ProfileView profile={useQuery({ ...personQueries.profile(ownUser.id), initialData: profile }).data} />
);

function show(
  recent: Question,
  {
    after = null,
    isBoosted = false,
    address = '/profile',
  }: { after?: Question | null; isBoosted?: boolean; address?: string },
) {
  let now: Question | null = recent;
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const path = String(input);
    if (init?.method === 'DELETE' || path.endsWith('/boost')) {
      now = after;
      return Response.json(init?.method === 'DELETE' ? { success: true } : { isBoosted: true, boostCount: 2 });
    }
    if (path.endsWith('/recent-question')) return Response.json(now);
    if (path === '/api/batch/boost-status')
      return Response.json({ [contentKey(questionRef(recent))]: { isBoosted, boostCount: recent.boostCount } });
    if (path === '/api/batch/repost-status')
      return Response.json({ [contentKey(questionRef(recent))]: { hasReposted: isBoosted, repostCount: 1 } });
    return Response.json(path.endsWith('/pending-questions') ? [] : path === `/api/users/${ownUser.id}` ? profile : {});
  });
  const client = clientOf();
  renderWith(
    client,
    <>
      <OwnProfile />
      <DialogHost />
    </>,
    { address },
  );
}

const recentPost = () => within(screen.getByRole('region', { name: 'Recent Post' }));

it('opens the words of the recent post at the boost that reaches its threshold', async () => {
  show(whisper, { after: { ...whisper, description: 'It was me.', boostCount: 2, revealCount: 2, isRevealed: true } });
  await recentPost().findByText('1 more boost');
  await waitFor(() => expect(document.querySelector('.boost[data-known]')).not.toBeNull());
  fireEvent.click(recentPost().getByRole('button', { name: 'Boost' }));
  expect(await recentPost().findByText('It was me.')).toBeInTheDocument();
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledWith(`/api/users/${ownUser.id}`, expect.anything()));
});

it('shows whether the viewer has boosted and reposted the recent post', async () => {
  show(whisper, { isBoosted: true });
  await waitFor(() =>
    expect(recentPost().getByRole('button', { name: 'Boost' })).toHaveAttribute('aria-pressed', 'true'),
  );
  await waitFor(() =>
    expect(recentPost().getByRole('button', { name: 'Repost' })).toHaveAttribute('aria-pressed', 'true'),
  );
});

it('keeps the chosen list in the address, after going back and a reload too', async () => {
  show(whisper, { address: '/profile?tab=reposts' });
  expect(screen.getByRole('tab', { name: 'Reposts' })).toHaveAttribute('aria-selected', 'true');
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Pending' })));
  expect(screen.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true');
  expect(window.location.pathname + window.location.search).toBe('/profile?tab=pending');
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Activity' })));
  expect(window.location.pathname + window.location.search).toBe('/profile');
});

it('shows the first list for an unknown one in the address', () => {
  show(whisper, { address: '/profile?tab=sessions' });
  expect(screen.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
});
