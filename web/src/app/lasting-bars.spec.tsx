import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { currentAddress, fakeApiPerTest, showPage } from '../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleReport } from '../../test/sample-content.ts';
import { reportedContentId } from '../shared/cards/reported-content.ts';
import PersistentBars from './lasting-bars.tsx';

const replyId = sampleId(7);
let reports: object[];
const api = fakeApiPerTest(({ method, path }) => {
  if (method !== 'GET') return path.includes('/status') ? sampleReport(1, { status: 'resolved' }) : { success: true };
  if (path.startsWith('/api/content/')) return { contentType: 'discussion', id: replyId, questionId };
  return path.endsWith('/unread-count') ? { unread: 0, reports: reports.length } : reports;
});
beforeEach(() => {
  reports = [sampleReport(1, { contentId: questionId, reason: 'Rude' }), sampleReport(2, { contentId: questionId })];
});

const address = (id = questionId) => `/questions/${id}?report=${sampleId(1)}`;
const show = (at = address(), viewer = { ...ownUser, isAmbassador: true }) =>
  showPage(<PersistentBars />, { viewer, address: at });
const bar = () => screen.findByRole('region', { name: 'What was reported' });
const marks = (id: string | null) => waitFor(() => expect(reportedContentId.get()).toBe(id));
const press = async (box: HTMLElement, name: string) => fireEvent.click(within(box).getByRole('button', { name }));

it('the report bar shows the reasons, and resolves all reports of the content', async () => {
  show();
  const shown = await bar();
  expect(shown).toHaveTextContent('Rude · Inappropriate content');
  await marks(questionId);
  await press(shown, 'Resolve');
  await waitFor(() => expect(currentAddress()).toBe('/notifications?tab=reports'));
  expect(api.acts.map(({ call }) => call)).toEqual(
    [1, 2].map((number) => `PATCH /api/reports/${sampleId(number)}/status`),
  );
  await marks(null);
});

it('the report bar links to the reported reply and deletes it', async () => {
  reports = [sampleReport(1, { contentType: 'discussion', contentId: replyId })];
  show();
  await press(await bar(), 'Delete');
  await waitFor(() => expect(currentAddress()).toBe(`${address()}#reply-${replyId}`));
  await marks(replyId);
  const sure = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this reply?' });
  await press(sure, 'Delete');
  await press(await screen.findByRole('dialog', { name: /^Resolve 1 report/ }), 'Cancel');
  await waitFor(() => expect(currentAddress()).toBe('/notifications?tab=reports'));
  expect(api.acts.map(({ call }) => call)).toEqual([`DELETE /api/discussions/${replyId}`]);
});

it('the report bar offers no deletion of deleted content', async () => {
  reports = [sampleReport(1, { contentId: questionId, isRemoved: true })];
  show();
  expect(within(await bar()).queryByRole('button', { name: 'Delete' })).toBeNull();
});

it.each([
  ["on another question's page", address(sampleId(8))],
  ['for a report that is not open', `/questions/${questionId}?report=${sampleId(3)}`],
])('the bar is absent %s', async (_where, at) => {
  show(at);
  await waitFor(() => expect(api.reads.some((path) => path.startsWith('/api/reports/ambassador'))).toBe(true));
  expect(screen.queryByRole('region')).toBeNull();
  expect(reportedContentId.get()).toBeNull();
});

it('the bar is shown, and requests reports, only for ambassadors', async () => {
  show(address(), ownUser);
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(api.reads).toEqual([]);
});
