import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { currentAddress, expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleReport, userCard } from '../../../test/sample-content.ts';
import NotificationsPage from './notifications-page.tsx';
import { previewTextOf } from './report-card.tsx';

let reports: object[];
let answer: (path: string) => unknown;
const api = fakeApiPerTest(({ path }) => {
  if (path.endsWith('/unread-count')) return { unread: 2, reports: reports.length };
  return answer(path) ?? (path.startsWith('/api/reports/ambassador') ? reports : []);
});
beforeEach(() => {
  reports = [sampleReport(1)];
  answer = () => null;
});

const resolvedIds = () => api.acts.filter(({ method }) => method === 'PATCH').map(({ path }) => path.split('/')[3]);
const resolves = (path: string) => (path.includes('/status') ? sampleReport(1, { status: 'resolved' }) : null);

async function show(isAmbassador = true) {
  showPage(<NotificationsPage />, { viewer: { ...ownUser, isAmbassador }, address: '/notifications' });
  if (isAmbassador) fireEvent.click(await screen.findByRole('tab', { name: /Reports/ }));
}
async function rows() {
  await show();
  await screen.findByText('Reported 1');
  return screen.getAllByRole('listitem').filter((item) => item.matches('.card'));
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the tab of reports', () => {
  it('the tab is shown, and requests reports, only for ambassadors', async () => {
    await show(false);
    await waitFor(() => expect(screen.getByRole('tab', { name: /Notifications/ })).toHaveTextContent('Notifications2'));
    expect(screen.queryByRole('tab', { name: /Reports/ })).toBeNull();
    expect(api.reads.filter((path) => path.includes('/api/reports'))).toEqual([]);
  });

  it('the reports tab counts open reports, and shows reporter and reason', async () => {
    const reportedUser = { username: 'x', isAnonymous: true };
    reports = [sampleReport(1), sampleReport(2, { reporter: null, reason: 'Rude', reportedUser, isRemoved: true })];
    const [first, second] = await rows();
    await waitFor(() => expect(screen.getByRole('tab', { name: /Reports/ })).toHaveTextContent('Reports2'));
    expect(first).toHaveTextContent(/Question.*Reported 1ReasonInappropriate contentReported bylouView/);
    expect(second).toHaveTextContent(/QuestionDeleted since.*Reported 2ReasonRudeReported byAnonymousAuthorAnonymous/);
  });

  it('the reports tab says that reports could not be read', async () => {
    answer = () => refusal();
    await show();
    expect(await screen.findByText('Failed to fetch reports')).toBeInTheDocument();
  });
});

describe('a report', () => {
  it('a report that could not be resolved is shown again', async () => {
    await rows();
    answer = (path) => (path.includes('/status') ? refusal() : null);
    await press('Resolve');
    await expectToast({ title: 'Failed to resolve', description: 'Could not resolve the report.' });
    expect(await screen.findByText('Reported 1')).toBeInTheDocument();
  });

  it.each([
    ['question', null, `/questions/${sampleId(7)}?report=${sampleId(1)}`],
    ['podcast', null, `/content/${sampleId(7)}`],
    ['song', null, `/content/${sampleId(7)}`],
    [
      'discussion',
      { contentType: 'discussion', id: sampleId(7), questionId },
      `/questions/${questionId}?report=${sampleId(1)}#reply-${sampleId(7)}`,
    ],
  ] as const)('a report of a %s leads to the content', async (contentType, location, address) => {
    reports = [{ ...sampleReport(1), contentType, contentId: sampleId(7) }];
    answer = (path) => (path.startsWith('/api/content/') ? location : null);
    await show();
    await press('View Content');
    await waitFor(() => expect(currentAddress()).toBe(address));
  });

  it.each([
    [404, 'Content not found', 'The reported content may have been deleted'],
    [403, 'Navigation error', 'Failed to navigate to content'],
  ])('a report of a reply shows an error if the read of the reply answers %i', async (status, title, description) => {
    reports = [sampleReport(1, { contentType: 'discussion', contentId: sampleId(7) })];
    answer = (path) => (path.startsWith('/api/content/') ? refusal(status) : null);
    await show();
    await press('View Content');
    await expectToast({ title, description });
    expect(currentAddress()).toMatch(/^\/notifications/);
  });
});

describe('an author of several reported posts', () => {
  const sealed = { username: 'Anonymous', isAnonymous: true };
  const gone = { username: 'Deleted', isAnonymous: false };
  const by = (username: string) => ({ username, isAnonymous: false });

  it('posts of one author are a group, with links to the profile and to the deletion', async () => {
    reports = [sampleReport(1), sampleReport(2, { reportedUser: by('omar & co') }), sampleReport(3)];
    await rows();
    const groups = screen.getAllByRole('region').map((group) => [
      within(group).getByRole('heading').textContent,
      within(group)
        .getAllByText(/^Reported \d$/)
        .map(({ textContent }) => textContent),
      within(group)
        .getByRole('link', { name: /^Delete everything of/ })
        .getAttribute('href'),
    ]);
    expect(groups).toEqual([
      ['nadia', ['Reported 1', 'Reported 3'], '/admin?user=nadia'],
      ['omar & co', ['Reported 2'], '/admin?user=omar%20%26%20co'],
    ]);
    expect(screen.getByRole('link', { name: 'omar & co' })).toHaveAttribute('href', '/@omar%20%26%20co');
    expect(screen.getAllByRole('link', { name: 'lou' })).toHaveLength(3);
  });

  it('posts of anonymous or deleted authors have no group and no link', async () => {
    const reportedUsers = [sealed, gone, sealed, gone];
    reports = reportedUsers.map((reportedUser, index) => sampleReport(index + 1, { reportedUser, reporter: null }));
    const cards = await rows();
    expect(cards.map((one) => one.parentElement === cards[0]!.parentElement)).toEqual([true, true, true, true]);
    expect(screen.queryByRole('region')).toBeNull();
    expect(within(cards[0]!.parentElement!).queryByRole('link')).toBeNull();
  });
});

const dialogOf = (name: string) => screen.findByRole('dialog', { name });
const confirm = async (name: string, verb: string) =>
  fireEvent.click(within(await dialogOf(name)).getByRole('button', { name: verb }));

it('reported content can be deleted on its card, and its reports can be resolved too', async () => {
  reports = [sampleReport(1), sampleReport(2, { contentId: sampleId(101) }), sampleReport(3, { isRemoved: true })];
  await rows();
  answer = (path) => resolves(path) ?? (path.startsWith('/api/questions') ? { success: true } : null);
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
  await press('Delete');
  expect(await dialogOf('Are you sure you want to delete this question?')).toHaveTextContent(
    'This will also delete all discussions.',
  );
  await confirm('Are you sure you want to delete this question?', 'Delete');
  await expectToast({ title: 'Question deleted' });
  await confirm('Resolve 2 reports of what is deleted?', 'Resolve');
  await waitFor(() => expect(resolvedIds()).toEqual([1, 2].map(sampleId)));
  expect(api.acts[0]?.call).toBe(`DELETE /api/questions/${sampleId(101)}`);
});

describe('several reports', () => {
  it('several reports can be selected, and each post is deleted by a call of its own', async () => {
    const of = (number: number, contentType: string) => ({ ...sampleReport(number), contentType });
    reports = [
      sampleReport(1),
      of(2, 'discussion'),
      of(3, 'podcast'),
      sampleReport(4, { isRemoved: true }),
      of(5, 'song'),
    ];
    await rows();
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByText('3 chosen')).toBeInTheDocument();
    await press('Delete their content');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.acts).toEqual([]);
    expect(screen.getByText('3 chosen')).toBeInTheDocument();

    let running = 0;
    const inTurn = async (path: string) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      return path.includes('discussions') ? refusal() : { success: true };
    };
    answer = (path) => (/^\/api\/(questions|discussions|podcasts)/.test(path) ? inTurn(path) : null);
    await press('Delete their content');
    const sure = await screen.findByRole('dialog', { name: 'Delete 3 pieces of content?' });
    fireEvent.click(within(sure).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Could not be deleted: “Reported 2”')).toBeInTheDocument();
    expect(api.acts.map(({ call }) => call)).toEqual([
      `DELETE /api/questions/${sampleId(101)}`,
      `DELETE /api/discussions/${sampleId(102)}`,
      `DELETE /api/podcasts/${sampleId(103)}`,
    ]);
    expect(new Set(api.acts.map(({ key }) => key)).size).toBe(3);
    expect(screen.getByText('1 chosen')).toBeInTheDocument();
    await expectToast({ title: '2 pieces of content deleted' });
    answer = resolves;
    const dialog = await screen.findByRole('dialog', { name: 'Resolve 2 reports of what is deleted?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([sampleId(1), sampleId(3)]));
  });

  it('reports of the same content share a card, and are resolved together', async () => {
    const of = (number: number, reason: string) =>
      sampleReport(number, { contentId: sampleId(70), reason, reporter: userCard(`lou-${number}`) });
    reports = [of(1, 'Rude'), of(2, 'inappropriate_content'), of(3, 'Rude'), sampleReport(4)];
    const [first, second] = await rows();
    expect(first).toHaveTextContent(
      /3 reports.*ReasonRude × 2Inappropriate contentReported bylou-1, lou-2, lou-3View Content/,
    );
    expect(second).not.toHaveTextContent(/reports/);
    answer = resolves;
    fireEvent.click(within(first!).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([1, 2, 3].map(sampleId)));
  });
});

it.each([
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}…`],
  [`${'a'.repeat(99)}😀b`, `${'a'.repeat(99)}…`],
  [null, null],
])('a preview is cut after 100 whole characters: %s', (content, preview) => {
  expect(previewTextOf({ title: null, description: null, content, mediaType: null })).toBe(preview);
});
