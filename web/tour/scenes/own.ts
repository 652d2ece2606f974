import { eventually } from '../../e2e/suite.ts';
import { answers, fails, never, type Scene, type Tour } from '../scene.ts';

/** Somebody has reported a question; an ambassador is told. */
const reported = async (tour: Tour) => {
  const author = await tour.member();
  const question = await tour.ask(author, { title: 'Who here still owes me twenty euros, and shall I name them?' });
  await tour.call(await tour.member(), 'POST', '/api/reports', {
    contentId: question.id,
    contentType: 'question',
    reason: 'It threatens to name somebody.',
  });
  const page = await tour.as('ambassador');
  await eventually(async () => {
    const reports = await tour.call<{ contentId: string }[]>(page, 'GET', '/api/reports/ambassador');
    if (!reports.some(({ contentId }) => contentId === question.id)) throw new Error('The report has not arrived yet');
  });
  return page;
};

/** Notifications, settings and the panel of ambassadors. */
export const ownScenes: readonly Scene[] = [
  { name: 'notifications', isWhole: true, arrange: async (tour) => tour.open(await tour.as('fan'), '/notifications') },
  { name: 'notifications-at-first', arrange: async (tour) => tour.open(await tour.as('fan'), '/notifications') },
  { name: 'notifications-empty', arrange: (tour) => tour.newcomer('/notifications') },
  {
    name: 'notifications-loading',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/notifications?**', never);
      return tour.begin(page, '/notifications');
    },
  },
  {
    name: 'notifications-failed',
    arrange: async (tour) => {
      const page = await tour.member();
      await page.route('**/api/notifications?**', fails);
      await tour.open(page, '/notifications');
      await page.getByText('Error loading notifications').waitFor();
      return page;
    },
  },
  {
    name: 'reports',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.open(await reported(tour), '/notifications');
      await page.getByRole('tab', { name: /Reports/ }).click();
      await page.getByRole('button', { name: 'Resolve', exact: true }).first().waitFor();
      return page;
    },
  },
  {
    name: 'reports-resolved',
    isWhole: true,
    arrange: async (tour) => {
      const page = await reported(tour);
      const [report] = await tour.call<{ id: string }[]>(page, 'GET', '/api/reports/ambassador');
      await tour.call(page, 'PATCH', `/api/reports/${report?.id}/status`, { status: 'resolved' });
      await tour.open(page, '/notifications?tab=reports');
      await page.getByText('Resolved', { exact: true }).click();
      await page.getByText('Resolved by').first().waitFor();
      return page;
    },
  },
  {
    name: 'reports-empty',
    arrange: async (tour) => {
      const page = await tour.as('ambassador');
      await page.route('**/api/reports/ambassador**', answers([]));
      await tour.open(page, '/notifications');
      await page.getByRole('tab', { name: /Reports/ }).click();
      await page.getByText('Nothing is reported. All is well.').waitFor();
      return page;
    },
  },
  { name: 'settings', isWhole: true, arrange: async (tour) => tour.open(await tour.as('fan'), '/settings') },
  {
    name: 'settings-ambassador',
    isWhole: true,
    arrange: async (tour) => tour.open(await tour.as('ambassador'), '/settings'),
  },
  {
    name: 'settings-changed',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/settings');
      await page.getByLabel('Picture URL').fill('https://example.org/me.png');
      await page.getByText('Galaxy', { exact: true }).click();
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('button', { name: 'Delete my account' }).waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
      return page;
    },
  },
  { name: 'admin', isWhole: true, arrange: async (tour) => tour.open(await tour.as('ambassador'), '/admin') },
  { name: 'admin-denied', arrange: (tour) => tour.newcomer('/admin') },
  {
    name: 'wipe-preview',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('ambassador'), '/admin');
      await page.getByLabel('User', { exact: true }).selectOption({ label: 'maya.winters' });
      await page.getByText(/with all discussions/).waitFor();
      return page;
    },
  },
  {
    name: 'wipe-confirm',
    arrange: async (tour) => {
      const page = await tour.open(await tour.as('ambassador'), '/admin');
      await page.getByLabel('User', { exact: true }).selectOption({ label: 'maya.winters' });
      await page.getByRole('button', { name: 'Delete All User Content' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  {
    name: 'wipes',
    arrange: async (tour) => {
      const page = await tour.as('ambassador');
      const undoUntil = new Date(Date.now() + 70.5 * 3_600_000).toISOString();
      const people = await tour.call<{ id: string }[]>(page, 'GET', '/api/users');
      const subjects = await Promise.all(
        people
          .slice(0, 3)
          .map(async ({ id }) => (await tour.call<{ user: object }>(page, 'GET', `/api/users/${id}`)).user),
      );
      const wipes = subjects.map((subject, index) => ({
        wipeId: `0199ffff-0000-7000-8000-00000000000${index}`,
        subject,
        status: ['running', 'done', 'undone'][index],
        done: index === 0 ? 412 : 2_000,
        total: 2_000,
        undoUntil,
      }));
      await page.route('**/api/admin/wipes*', answers(wipes));
      await tour.open(page, '/admin');
      await page.getByText('Brought back', { exact: true }).scrollIntoViewIfNeeded();
      return page;
    },
  },
];
