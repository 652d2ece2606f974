import { contentKey, type OwnUser, type Question } from '@hearsay/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { currentAddress, expectToast, fakeApi, goTo, press, showPage } from '../../../test/page.tsx';
import {
  asActivity,
  listedQuestion,
  ownUser,
  sampleId,
  sampleProfile,
  sampleReport,
  userCard,
} from '../../../test/sample-content.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { questionRef } from '../../shared/questions/question.queries.ts';
import { ProfileView } from './profile-view.tsx';

const whisper = listedQuestion({ replyBoostThreshold: 2, boostCount: 1, revealCount: 1, isRevealed: false });

const OwnProfile = () => (
  <ProfileView profile={useQuery({ ...personQueries.profile(ownUser.id), initialData: sampleProfile() }).data} />
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
    return path.endsWith('/pending-questions') ? [] : path === `/api/users/${ownUser.id}` ? sampleProfile() : {};
  });
  showPage(<OwnProfile />, { address });
  return reads;
}

const recentPost = () => within(screen.getByRole('region', { name: 'Recent Post' }));

it('a profile shows the words of the recent post once a boost reaches its threshold', async () => {
  const heard = { ...whisper, description: 'It was me.', boostCount: 2, revealCount: 2, isRevealed: true };
  const reads = show({ after: heard });
  await recentPost().findByText('1 more boost');
  await waitFor(() => expect(document.querySelector('.boost[data-known]')).not.toBeNull());
  fireEvent.click(recentPost().getByRole('button', { name: 'Boost' }));
  expect(await recentPost().findByText('It was me.')).toBeInTheDocument();
  await waitFor(() => expect(reads).toContain(`/api/users/${ownUser.id}`));
});

it('a profile shows whether the viewer has boosted and reposted the recent post', async () => {
  show({ isBoosted: true });
  for (const name of ['Boost', 'Repost'])
    expect(await recentPost().findByRole('button', { name, pressed: true })).toBeInTheDocument();
});

it('a profile keeps the chosen list in the address, so Back and a reload restore it', async () => {
  show({ address: '/profile?tab=reposts' });
  const isChosen = (name: string) => expect(screen.getByRole('tab', { name, selected: true })).toBeInTheDocument();
  isChosen('Reposts');
  for (const [name, address] of [
    ['Pending', '/profile?tab=pending'],
    ['Activity', '/profile'],
  ] as const) {
    await act(async () => fireEvent.click(screen.getByRole('tab', { name })));
    isChosen(name);
    expect(currentAddress()).toBe(address);
  }
  await goTo('/profile?tab=sessions');
  isChosen('Activity');
});

const boosted = (number: number) =>
  asActivity(listedQuestion({ id: sampleId(number), title: `Boosted ${number}` }), { activityType: 'boosted' });

it('a profile folds a run of boosts into one row that can be opened', async () => {
  fakeApi(({ path }) => (path.endsWith('/recent-question') ? null : []));
  const activity = [
    boosted(1),
    boosted(2),
    boosted(3),
    { ...boosted(4), activityType: 'created' as const },
    boosted(5),
  ];
  showPage(<ProfileView profile={sampleProfile({ activity })} />, { address: '/profile' });
  const fold = screen.getByRole('button', { name: /^boosted 3 questions/, expanded: false });
  expect(screen.queryByRole('link', { name: 'Boosted 1' })).toBeNull();
  for (const title of ['Boosted 4', 'Boosted 5']) expect(screen.getByRole('link', { name: title })).toBeVisible();
  fireEvent.click(fold);
  expect(fold).toHaveAttribute('aria-expanded', 'true');
  for (const title of ['Boosted 1', 'Boosted 2', 'Boosted 3'])
    expect(screen.getByRole('link', { name: title })).toBeVisible();
});

it('a profile lists answers or episodes alone, and keeps the choice in the address', async () => {
  const { reads } = fakeApi(({ path }) => (path.endsWith('/recent-question') ? null : []));
  showPage(<ProfileView profile={sampleProfile()} />, { address: '/profile' });
  for (const [name, text, address] of [
    ['Answers', 'No answers yet.', '/profile?show=answer'],
    ['Episodes', 'No episodes yet.', '/profile?show=podcast'],
    ['All', 'Nothing to see here yet.', '/profile'],
  ] as const) {
    fireEvent.click(screen.getByRole('radio', { name }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(currentAddress()).toBe(address);
  }
  expect(reads).toContain(`/api/users/${ownUser.id}/posts?kind=answer`);
});

it('a profile offers no answers of another person who hides their activity', () => {
  const { reads } = fakeApi(({ path }) => (path.endsWith('/recent-question') ? null : []));
  const user = { ...ownUser, ...userCard('lou', sampleId(7)), showActivity: false };
  showPage(<ProfileView profile={sampleProfile({ user })} />, { address: '/@lou?show=answer' });
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['All', 'Episodes']);
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
  expect(reads.filter((read) => read.includes('/posts'))).toEqual([]);
});

describe('the own ask link', () => {
  const link = 'http://localhost/@maren';
  const open = (changes: Partial<OwnUser> = {}, address = '/profile') => {
    fakeApi(({ path }) => (path.endsWith('/recent-question') ? null : []));
    showPage(<ProfileView profile={sampleProfile({ user: { ...ownUser, ...changes } })} />, { address });
  };

  it('the own ask link can be copied, and shown as a QR code', async () => {
    const writeText = jest.fn(async (_words: string) => undefined);
    Object.assign(navigator, { clipboard: { writeText } });
    open();
    press('Copy link');
    await expectToast({ title: 'Link copied' });
    expect(writeText).toHaveBeenCalledWith(link);
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    press('QR code');
    expect(await screen.findByRole('img', { name: /QR code of the ask link/ })).toBeInTheDocument();
  });

  it.each([
    ['signed-in', 'Only members may ask you now.'],
    ['following', 'Only people you follow may ask you now.'],
    ['nobody', 'Nobody may ask you now.'],
  ] as const)('says beside it that %s may ask', (whoMayAsk, text) => {
    open({ whoMayAsk });
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/settings');
  });

  it('the own ask link is also shown under an empty Pending tab', async () => {
    open({}, '/profile?tab=pending');
    expect(await screen.findByText('Nobody waits for an answer.')).toBeInTheDocument();
    expect(screen.getAllByRole('region', { name: 'My ask link' })).toHaveLength(2);
  });
});

describe('the invitation', () => {
  it.each([
    ['Ask me about owls', 'Ask me about owls'],
    [' \u3164 ', null],
  ])('an invitation typed as %j is saved as %j', async (words, invitation) => {
    const api = fakeApi(({ path, method }) => {
      if (method === 'PATCH') return { invitation };
      return path.endsWith('/recent-question') ? null : path === `/api/users/${ownUser.id}` ? sampleProfile() : [];
    });
    showPage(<ProfileView profile={sampleProfile({ user: { ...ownUser, invitation: 'Ask me' } })} />, {
      address: '/profile',
    });
    expect(screen.getByText('Ask me')).toHaveAttribute('dir', 'auto');
    press('Edit the invitation');
    const field = screen.getByLabelText('Invitation');
    expect(field).toHaveFocus();
    fireEvent.change(field, { target: { value: words } });
    press('Save');
    await expectToast({ title: 'Invitation saved' });
    expect(api.sent()).toEqual([{ call: `PATCH /api/users/${ownUser.id}/invitation`, body: { invitation } }]);
  });

  const lou = { ...ownUser, ...userCard('lou', sampleId(7)), invitation: 'Ask me something foul' };
  const ambassador = { ...ownUser, isAmbassador: true };

  it('an invitation can be reported, and an ambassador can remove it', async () => {
    const api = fakeApi(({ path, method }) => {
      if (path === '/api/reports') return sampleReport(1, { contentType: 'user', contentId: lou.id });
      if (method === 'PATCH') return { invitation: null };
      return path.endsWith('/recent-question') ? null : { isFollowing: false, followerCount: 0 };
    });
    const { id } = lou;
    showPage(<ProfileView profile={sampleProfile({ user: lou })} />, { address: '/@lou', viewer: ambassador });
    const choose = (name: string) => {
      press('More options');
      fireEvent.click(screen.getByRole('menuitem', { name }));
    };
    choose('Report this person');
    const label = 'What is wrong with the name, the picture or the invitation?';
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'It is foul' } });
    press('Report');
    await expectToast({ title: 'Report submitted' });
    choose('Remove the invitation');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the invitation' }));
    await expectToast({ title: 'Invitation removed' });
    const body = { contentType: 'user', contentId: id, reporterId: ambassador.id, reason: 'It is foul' };
    expect(api.sent()).toEqual([
      { call: 'POST /api/reports', body },
      { call: `PATCH /api/users/${id}/invitation`, body: { invitation: null } },
    ]);
  });

  it('visitors see no menu of an invitation, and only ambassadors can remove it', () => {
    fakeApi(({ path }) => (path.endsWith('/recent-question') ? null : { isFollowing: false, followerCount: 0 }));
    showPage(<ProfileView profile={sampleProfile({ user: lou })} />, { address: '/@lou' });
    press('More options');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Share this profile',
      'Mute lou',
      'Block lou',
      'Report this person',
    ]);
    cleanup();
    showPage(<ProfileView profile={sampleProfile({ user: lou })} />, { address: '/@lou', viewer: null });
    expect(screen.queryByRole('button', { name: 'More options' })).toBeNull();
  });
});
