import { contentKey, type Question } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, goTo, shownAddress, showPage } from '../../../test/page.tsx';
import { listed, ownUser, profile } from '../../../test/sample-content.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { ProfileView } from './profile-view.tsx';

const whisper = listed({ replyBoostThreshold: 2, boostCount: 1, revealCount: 1, isRevealed: false });

const OwnProfile = () => (
  <ProfileView profile={useQuery({ ...personQueries.profile(ownUser.id), initialData: profile() }).data} />
);

interface Shown {
  readonly after?: Question | null;
  readonly isBoosted?: boolean;
  readonly address?: string;
}

function show({ after = null, isBoosted = false, address = '/profile' }: Shown) {
  let recent: Question | null = whisper;
  const key = contentKey(questionRef(whisper));
  const { reads } = fakeApi(({ path }) => {
    if (path.endsWith('/boost')) {
      recent = after;
      return { isBoosted: true, boostCount: 2 };
    }
    if (path.endsWith('/recent-question')) return recent;
    if (path === '/api/batch/boost-status') return { [key]: { isBoosted, boostCount: whisper.boostCount } };
    if (path === '/api/batch/repost-status') return { [key]: { hasReposted: isBoosted, repostCount: 1 } };
    return path.endsWith('/pending-questions') ? [] : path === `/api/users/${ownUser.id}` ? profile() : {};
  });
  showPage(<OwnProfile />, { address });
  return reads;
}

const recentPost = () => within(screen.getByRole('region', { name: 'Recent Post' }));

it('opens the words of the recent post at the boost that reaches its threshold', async () => {
  const heard = { ...whisper, description: 'It was me.', boostCount: 2, revealCount: 2, isRevealed: true };
  const reads = show({ after: heard });
  await recentPost().findByText('1 more boost');
  await waitFor(() => expect(document.querySelector('.boost[data-known]')).not.toBeNull());
  fireEvent.click(recentPost().getByRole('button', { name: 'Boost' }));
  expect(await recentPost().findByText('It was me.')).toBeInTheDocument();
  await waitFor(() => expect(reads).toContain(`/api/users/${ownUser.id}`));
});

it('shows whether the viewer has boosted and reposted the recent post', async () => {
  show({ isBoosted: true });
  for (const name of ['Boost', 'Repost'])
    expect(await recentPost().findByRole('button', { name, pressed: true })).toBeInTheDocument();
});

it('keeps the chosen list in the address, after going back and a reload too', async () => {
  show({ address: '/profile?tab=reposts' });
  const isChosen = (name: string) => expect(screen.getByRole('tab', { name, selected: true })).toBeInTheDocument();
  isChosen('Reposts');
  for (const [name, address] of [
    ['Pending', '/profile?tab=pending'],
    ['Activity', '/profile'],
  ] as const) {
    await act(async () => fireEvent.click(screen.getByRole('tab', { name })));
    isChosen(name);
    expect(shownAddress()).toBe(address);
  }
  await goTo('/profile?tab=sessions');
  isChosen('Activity');
});
