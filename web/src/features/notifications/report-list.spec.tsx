import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { apiOfFile, expectToast, refusal, shownAddress, showPage } from '../../../test/page.tsx';
import { card, idOf, ownUser, questionId, report } from '../../../test/sample-content.ts';
import NotificationsPage from './notifications-page.tsx';
import { previewOf } from './report-card.tsx';

let reports: object[];
let answer: (path: string) => unknown;
const api = apiOfFile(({ path }) => {
  if (path.endsWith('/unread-count')) return { unread: 2, reports: reports.length };
  return answer(path) ?? (path.startsWith('/api/reports/ambassador') ? reports : []);
});
beforeEach(() => {
  reports = [report(1)];
  answer = () => null;
});

const resolvedIds = () => api.acts.filter(({ method }) => method === 'PATCH').map(({ path }) => path.split('/')[3]);
const resolves = (path: string) => (path.includes('/status') ? report(1, { status: 'resolved' }) : null);

async function show(isAmbassador = true) {
  showPage(<NotificationsPage />, { viewer: { ...ownUser, isAmbassador }, address: '/notifications' });
  if (isAmbassador) fireEvent.click(await screen.findByRole('tab', { name: /Reports/ }));
}
async function rows() {
  await show();
  await screen.findByText('Reported 1');
  return screen.getAllByRole('listitem');
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the tab of reports', () => {
  it('is hidden from all but ambassadors, for whom alone reports are requested', async () => {
    await show(false);
    await waitFor(() => expect(screen.getByRole('tab', { name: /Notifications/ })).toHaveTextContent('Notifications2'));
    expect(screen.queryByRole('tab', { name: /Reports/ })).toBeNull();
    expect(api.reads.filter((path) => path.includes('/api/reports'))).toEqual([]);
  });

  it('counts open reports, and shows reporter and reason', async () => {
    const reportedUser = { username: 'x', isAnonymous: true };
    reports = [report(1), report(2, { reporter: null, reason: 'Rude', reportedUser, isRemoved: true })];
    const [first, second] = await rows();
    await waitFor(() => expect(screen.getByRole('tab', { name: /Reports/ })).toHaveTextContent('Reports2'));
    expect(first).toHaveTextContent(/Question.*Reported 1ReasonInappropriate contentReported bylouAuthornadia/);
    expect(second).toHaveTextContent(/QuestionDeleted since.*Reported 2ReasonRudeReported byAnonymousAuthorAnonymous/);
  });

  it('says that reports could not be read', async () => {
    answer = () => refusal();
    await show();
    expect(await screen.findByText('Failed to fetch reports')).toBeInTheDocument();
  });
});

describe('a report', () => {
  it('that could not be resolved is shown again', async () => {
    await rows();
    answer = (path) => (path.includes('/status') ? refusal() : null);
    await press('Resolve');
    await expectToast({ title: 'Failed to resolve', description: 'Could not resolve the report.' });
    expect(await screen.findByText('Reported 1')).toBeInTheDocument();
  });

  it.each([
    ['question', null, `/questions/${idOf(7)}`],
    ['podcast', null, `/content/${idOf(7)}`],
    ['song', null, `/content/${idOf(7)}`],
    ['discussion', { contentType: 'discussion', id: idOf(7), questionId }, `/questions/${questionId}#reply-${idOf(7)}`],
  ] as const)('of a %s leads to the content', async (contentType, location, address) => {
    reports = [{ ...report(1), contentType, contentId: idOf(7) }];
    answer = (path) => (path.startsWith('/api/content/') ? location : null);
    await show();
    await press('View Content');
    await waitFor(() => expect(shownAddress()).toBe(address));
  });

  it.each([
    [404, 'Content not found', 'The reported content may have been deleted'],
    [403, 'Navigation error', 'Failed to navigate to content'],
  ])('of a reply that answers %i shows an error and stays open', async (status, title, description) => {
    reports = [report(1, { contentType: 'discussion', contentId: idOf(7) })];
    answer = (path) => (path.startsWith('/api/content/') ? refusal(status) : null);
    await show();
    await press('View Content');
    await expectToast({ title, description });
    expect(shownAddress()).toMatch(/^\/notifications/);
  });
});

describe('several reports', () => {
  it('can be selected, and their contents deleted in turn with a key each', async () => {
    const of = (number: number, contentType: string) => ({ ...report(number), contentType });
    reports = [report(1), of(2, 'discussion'), of(3, 'podcast'), report(4, { isRemoved: true }), of(5, 'song')];
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
    await press('Delete');
    expect(await screen.findByText('Could not be deleted: “Reported 2”')).toBeInTheDocument();
    expect(api.acts.map(({ call }) => call)).toEqual([
      `DELETE /api/questions/${idOf(101)}`,
      `DELETE /api/discussions/${idOf(102)}`,
      `DELETE /api/podcasts/${idOf(103)}`,
    ]);
    expect(new Set(api.acts.map(({ key }) => key)).size).toBe(3);
    expect(screen.getByText('1 chosen')).toBeInTheDocument();
    await expectToast({ title: '2 pieces of content deleted' });
    answer = resolves;
    const dialog = await screen.findByRole('dialog', { name: 'Resolve 2 reports of what is deleted?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([idOf(1), idOf(3)]));
  });

  it('of the same content share a card, and are resolved together', async () => {
    const of = (number: number, reason: string) =>
      report(number, { contentId: idOf(70), reason, reporter: card(`lou-${number}`) });
    reports = [of(1, 'Rude'), of(2, 'inappropriate_content'), of(3, 'Rude'), report(4)];
    const [first, second] = await rows();
    expect(first).toHaveTextContent(
      /3 reports.*ReasonRude × 2Inappropriate contentReported bylou-1, lou-2, lou-3Author/,
    );
    expect(second).not.toHaveTextContent(/reports/);
    answer = resolves;
    fireEvent.click(within(first!).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([1, 2, 3].map(idOf)));
  });
});

it.each([
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}…`],
  [`${'a'.repeat(99)}😀b`, `${'a'.repeat(99)}…`],
  [null, null],
])('cuts a preview after 100 whole characters: %s', (content, preview) => {
  expect(previewOf({ title: null, description: null, content, mediaType: null })).toBe(preview);
});
