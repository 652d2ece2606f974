import type { MemberPage } from '../../e2e/suite.ts';
import {
  act,
  ambassador,
  answers,
  button,
  click,
  dialog,
  fails,
  fan,
  fill,
  hangs,
  label,
  newcomer,
  type Scenes,
  scene,
  scrollTo,
  see,
  type Tour,
  tab,
  text,
  whole,
} from '../scene.ts';

const reported = async (tour: Tour, page: MemberPage): Promise<string> => {
  const title = 'Who here still owes me twenty euros, and shall I name them?';
  const { id: contentId } = await tour.ask(await tour.other(), { title });
  const report = { contentId, contentType: 'question', reason: 'It threatens to name somebody.' };
  await tour.call(await tour.other(), 'POST', '/api/reports', report);
  await tour.isReported(page, { id: contentId });
  const reports = await tour.call<{ id: string }[]>(page, 'GET', '/api/reports/ambassador');
  return reports[0]?.id ?? '';
};

/** Newcomers of other scenes may fill the first page of the list. */
const chooseMaya = act(async (page) => {
  await page.getByRole('searchbox', { name: 'Find someone' }).fill('maya.winters');
  await page.getByLabel('User', { exact: true }).selectOption({ label: 'maya.winters' });
});

export const ownScenes: Scenes = {
  notifications: whole(fan, '/notifications'),
  'notifications-at-first': scene(fan, '/notifications'),
  'notifications-empty': scene(newcomer, '/notifications'),
  'notifications-loading': scene(newcomer, '/notifications', hangs('**/api/notifications?**')),
  'notifications-failed': scene(
    newcomer,
    '/notifications',
    fails('**/api/notifications?**'),
    see(text('Error loading notifications')),
  ),
  reports: whole(
    ambassador,
    async (tour, page) => {
      await reported(tour, page);
      return '/notifications';
    },
    click(tab(/Reports/)),
    see(button('Resolve', true)),
  ),
  'reports-resolved': whole(
    ambassador,
    async (tour, page) => {
      const report = await reported(tour, page);
      await tour.call(page, 'PATCH', `/api/reports/${report}/status`, { status: 'resolved' });
      return '/notifications?tab=reports';
    },
    click(text('Resolved', true)),
    see(text('Resolved by')),
  ),
  'reports-empty': scene(
    ambassador,
    '/notifications',
    answers('**/api/reports/ambassador**', []),
    click(tab(/Reports/)),
    see(text('Nothing is reported. All is well.')),
  ),
  settings: whole(fan, '/settings'),
  'settings-ambassador': whole(ambassador, '/settings'),
  'settings-changed': whole(
    newcomer,
    '/settings',
    fill(label('Picture URL'), 'https://example.org/me.png'),
    click(text('Galaxy', true)),
    click(button('Change password')),
    click(button('Delete account')),
    see(button('Delete my account')),
    act((page) => page.evaluate(() => window.scrollTo(0, 0))),
  ),
  admin: whole(ambassador, '/admin'),
  'admin-denied': scene(newcomer, '/admin'),
  'wipe-preview': scene(ambassador, '/admin', chooseMaya, see(text(/with all discussions/))),
  'wipe-confirm': scene(ambassador, '/admin', chooseMaya, click(button('Delete All User Content')), see(dialog)),
  wipes: scene(
    ambassador,
    async (tour, page) => {
      const undoUntil = new Date(Date.now() + 70.5 * 3_600_000).toISOString();
      const people = await tour.call<{ id: string }[]>(page, 'GET', '/api/users');
      const wipes = [];
      for (const [index, { id }] of people.slice(0, 3).entries()) {
        const { user } = await tour.call<{ user: object }>(page, 'GET', `/api/users/${id}`);
        wipes.push({
          wipeId: `0199ffff-0000-7000-8000-00000000000${index}`,
          subject: user,
          status: ['running', 'done', 'undone'][index],
          done: index === 0 ? 412 : 2_000,
          total: 2_000,
          undoUntil,
        });
      }
      await answers('**/api/admin/wipes*', wipes).run(page, tour);
      return '/admin';
    },
    scrollTo(text('Brought back', true)),
  ),
};
