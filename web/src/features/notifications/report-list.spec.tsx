import type { OwnUser } from '@hearsay/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { renderWith } from '../../../test/render.tsx';
import { card, idOf, ownUser, questionId, report } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { DialogHost } from '../../shared/dialogs/dialog-host.tsx';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import NotificationsPage from './notifications-page.tsx';
import { previewOf } from './report-preview.ts';

let reports: object[];
let calls: string[];
let answer: (path: string) => Response | null;

beforeEach(() => {
  reports = [report(1)];
  calls = [];
  answer = () => null;
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const path = String(input);
    calls.push(`${init?.method ?? 'GET'} ${path}${init?.body ? ` ${init.body}` : ''}`);
    const own = answer(path);
    if (own) return own;
    if (path.startsWith('/api/reports/ambassador')) return Response.json(reports);
    if (path.endsWith('/unread-count')) return Response.json({ unread: 2, reports: reports.length });
    return Response.json([]);
  });
});

function Address() {
  const { pathname, hash } = useLocation();
  return <i data-testid="address">{pathname + hash}</i>;
}

async function show(isAmbassador = true) {
  const client = createQueryClient();
  const user: OwnUser = { ...ownUser, isAmbassador };
  client.setQueryData(sessionQueries.current().queryKey, user);
  renderWith(
    client,
    <>
      <NotificationsPage />
      <DialogHost />
      <Address />
    </>,
    { address: '/notifications' },
  );
  if (isAmbassador) fireEvent.click(await screen.findByRole('tab', { name: /Reports/ }));
}

describe('the tab of reports', () => {
  it('is hidden from all but ambassadors, for whom alone reports are requested', async () => {
    await show(false);
    await waitFor(() => expect(screen.getByRole('tab', { name: /Notifications/ })).toHaveTextContent('Notifications2'));
    expect(screen.queryByRole('tab', { name: /Reports/ })).toBeNull();
    expect(calls.filter((call) => call.includes('/api/reports'))).toEqual([]);
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
    answer = (path) => (path.startsWith('/api/reports') ? new Response('{}', { status: 403 }) : null);
    await show();
    expect(await screen.findByText('Failed to fetch reports')).toBeInTheDocument();
  });
});

describe('a report', () => {
  it('that could not be resolved is shown again', async () => {
    await show();
    await screen.findByText('Reported 1');
    answer = (path) => (path.includes('/status') ? new Response('{}', { status: 403 }) : null);
    fireEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    await toasted({ title: 'Failed to resolve', description: 'Could not resolve the report.' });
    expect(await screen.findByText('Reported 1')).toBeInTheDocument();
  });

  it.each([
    ['question', null, `/questions/${idOf(7)}`],
    ['podcast', null, `/content/${idOf(7)}`],
    ['song', null, `/content/${idOf(7)}`],
    [
      'discussion',
      Response.json({ contentType: 'discussion', id: idOf(7), questionId }),
      `/questions/${questionId}#reply-${idOf(7)}`,
    ],
  ] as const)('of a %s leads to the content', async (contentType, location, address) => {
    reports = [{ ...report(1), contentType, contentId: idOf(7) }];
    answer = (path) => (path.startsWith('/api/content/') ? location : null);
    await show();
    fireEvent.click(within(await screen.findByRole('listitem')).getByRole('button', { name: 'View Content' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(address));
  });

  it.each([
    [404, 'Content not found', 'The reported content may have been deleted'],
    [403, 'Navigation error', 'Failed to navigate to content'],
  ])('of a reply that answers %i shows an error and stays open', async (status, title, description) => {
    reports = [report(1, { contentType: 'discussion', contentId: idOf(7) })];
    answer = (path) => (path.startsWith('/api/content/') ? new Response('{}', { status }) : null);
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'View Content' }));
    await toasted({ title, description });
    expect(screen.getByTestId('address')).toHaveTextContent('/notifications');
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
    const keys: (string | null)[] = [];
    let running = 0;
    await show();
    await screen.findByText('Reported 1');
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    const known = globalThis.fetch;
    globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
      if (init?.method !== 'DELETE') return known(input, init);
      running += 1;
      expect(running).toBe(1);
      keys.push(new Headers(init.headers).get('Idempotency-Key'));
      await Promise.resolve();
      running -= 1;
      calls.push(`DELETE ${String(input)}`);
      return String(input).includes('discussions')
        ? new Response('{}', { status: 403 })
        : Response.json({ success: true });
    });
    expect(screen.getByText('3 chosen')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Delete their content' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Could not be deleted: “Reported 2”')).toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([
      `DELETE /api/questions/${contentIds[0]}`,
      `DELETE /api/discussions/${contentIds[1]}`,
      `DELETE /api/podcasts/${contentIds[2]}`,
    ]);
    expect(new Set(keys).size).toBe(3);
    expect(screen.getByText('1 chosen')).toBeInTheDocument();
    expect(toastStore.shown()).toMatchObject({ title: '2 pieces of content deleted' });
    answer = (path) => (path.includes('/status') ? Response.json(report(1, { status: 'resolved' })) : null);
    expect(await screen.findByRole('dialog', { name: 'Resolve 2 reports of what is deleted?' })).toBeInTheDocument();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Resolve' }));
    await waitFor(() =>
      expect(calls.filter((call) => call.startsWith('PATCH')).map((call) => call.split(' ')[1])).toEqual([
        `/api/reports/${idOf(1)}/status`,
        `/api/reports/${idOf(3)}/status`,
      ]),
    );
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
    answer = (path) => (path.includes('/status') ? Response.json(report(1, { status: 'resolved' })) : null);
    fireEvent.click(within(first!).getByRole('button', { name: 'Resolve' }));
    await waitFor(() =>
      expect(calls.filter((call) => call.startsWith('PATCH')).map((call) => call.split(' ')[1])).toEqual(
        [1, 2, 3].map((number) => `/api/reports/${idOf(number)}/status`),
      ),
    );
  });

  it('stay as they are if the dialog is cancelled', async () => {
    reports = three();
    await show();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose to delete: Reported 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete their content' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
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
