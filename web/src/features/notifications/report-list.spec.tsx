import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, refusal, shownAddress, showPage } from '../../../test/page.tsx';
import { card, idOf, ownUser, questionId, report } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import NotificationsPage from './notifications-page.tsx';
import { previewOf } from './report-card.tsx';

let reports: object[];
let answer: (path: string) => unknown;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  reports = [report(1)];
  answer = () => null;
  api = fakeApi(({ path }) => {
    if (path.startsWith('/api/reports/ambassador')) return answer(path) ?? reports;
    if (path.endsWith('/unread-count')) return { unread: 2, reports: reports.length };
    return answer(path) ?? [];
  });
});

const resolvedIds = () => api.acts.filter(({ method }) => method === 'PATCH').map(({ path }) => path.split('/')[3]);

async function show(isAmbassador = true) {
  showPage(<NotificationsPage />, { viewer: { ...ownUser, isAmbassador }, address: '/notifications' });
  if (isAmbassador) fireEvent.click(await screen.findByRole('tab', { name: /Reports/ }));
}

describe('the tab of reports', () => {
  it('is hidden from all but ambassadors, for whom alone reports are requested', async () => {
    await show(false);
    await waitFor(() => expect(screen.getByRole('tab', { name: /Notifications/ })).toHaveTextContent('Notifications2'));
    expect(screen.queryByRole('tab', { name: /Reports/ })).toBeNull();
    expect(api.reads.filter((path) => path.includes('/api/reports'))).toEqual([]);
  });

  it('counts open reports, and shows reporter and reason', async () => {
    reports = [
      report(1),
      report(2, {
        reporter: null,
        reason: 'Rude',
        reportedUser: { username: 'x', isAnonymous: true },
        isRemoved: true,
      }),
    ];
    await show();
    await screen.findByText('Reported 1');
    const [first, second] = screen.getAllByRole('listitem');
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
    await show();
    await screen.findByText('Reported 1');
    answer = (path) => (path.includes('/status') ? refusal() : null);
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    await toasted({ title: 'Failed to resolve', description: 'Could not resolve the report.' });
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
    fireEvent.click(within(await screen.findByRole('listitem')).getByRole('button', { name: 'View Content' }));
    await waitFor(() => expect(shownAddress()).toBe(address));
  });

  it.each([
    [404, 'Content not found', 'The reported content may have been deleted'],
    [403, 'Navigation error', 'Failed to navigate to content'],
  ])('of a reply that answers %i shows an error and stays open', async (status, title, description) => {
    reports = [report(1, { contentType: 'discussion', contentId: idOf(7) })];
    answer = (path) => (path.startsWith('/api/content/') ? refusal(status) : null);
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'View Content' }));
    await toasted({ title, description });
    expect(shownAddress()).toMatch(/^\/notifications/);
  });
});

describe('several reports', () => {
  const contentIds = [idOf(70), idOf(71), idOf(72)];
  const three = () => [
    report(1, { contentId: contentIds[0] }),
    report(2, { contentId: contentIds[1], contentType: 'discussion' }),
    report(3, { contentId: contentIds[2], contentType: 'podcast' }),
  ];

  it('can be selected, and their contents deleted in turn with a key each', async () => {
    reports = [...three(), report(4, { isRemoved: true }), { ...report(5), contentType: 'song' }];
    let running = 0;
    await show();
    await screen.findByText('Reported 1');
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    const inTurn = async (path: string) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      return path.includes('discussions') ? refusal() : { success: true };
    };
    answer = (path) => (/^\/api\/(questions|discussions|podcasts)/.test(path) ? inTurn(path) : null);
    expect(screen.getByText('3 chosen')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Delete their content' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Could not be deleted: “Reported 2”')).toBeInTheDocument();
    expect(api.acts.map(({ call }) => call)).toEqual([
      `DELETE /api/questions/${contentIds[0]}`,
      `DELETE /api/discussions/${contentIds[1]}`,
      `DELETE /api/podcasts/${contentIds[2]}`,
    ]);
    expect(new Set(api.acts.map(({ key }) => key)).size).toBe(3);
    expect(screen.getByText('1 chosen')).toBeInTheDocument();
    expect(toastStore.shown()).toMatchObject({ title: '2 pieces of content deleted' });
    answer = (path) => (path.includes('/status') ? report(1, { status: 'resolved' }) : null);
    expect(await screen.findByRole('dialog', { name: 'Resolve 2 reports of what is deleted?' })).toBeInTheDocument();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([idOf(1), idOf(3)]));
  });

  it('of the same content share a card, and are resolved together', async () => {
    const of = (number: number, reason: string) =>
      report(number, { contentId: idOf(70), reason, reporter: card(`lou-${number}`) });
    reports = [of(1, 'Rude'), of(2, 'inappropriate_content'), of(3, 'Rude'), report(4)];
    await show();
    await screen.findByText('Reported 1');
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(
      /3 reports.*ReasonRude × 2Inappropriate contentReported bylou-1, lou-2, lou-3Author/,
    );
    expect(second).not.toHaveTextContent(/reports/);
    answer = (path) => (path.includes('/status') ? report(1, { status: 'resolved' }) : null);
    fireEvent.click(within(first!).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(resolvedIds()).toEqual([1, 2, 3].map(idOf)));
  });

  it('stay as they are if the dialog is cancelled', async () => {
    reports = three();
    await show();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose to delete: Reported 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete their content' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.acts).toEqual([]);
    expect(screen.getByText('1 chosen')).toBeInTheDocument();
  });
});

describe('the preview of reported content', () => {
  const words = (content: string | null) => previewOf({ title: null, description: null, content, mediaType: null });

  it('is cut after 100 characters, never inside a whole character', () => {
    expect(words('a'.repeat(100))).toBe('a'.repeat(100));
    expect(words('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
    expect(words(`${'a'.repeat(99)}😀b`)).toBe(`${'a'.repeat(99)}…`);
  });

  it('is empty if all words are locked', () => expect(words(null)).toBeNull());
});
