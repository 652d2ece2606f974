import type { Podcast } from '@hearsay/contracts';
import type { MemberPage } from '../../e2e/suite.ts';
import { wav } from '../../e2e/wav.ts';
import { after, find, nowhere, people, type Scenes, type Step, scene, steps, type Tour, whole } from '../scene.ts';

const { ambassador, fan, newcomer, spotlight } = people;
const { article, button, css, dialog, inside, label, role, tab, text } = find;
const { act, answers, click, fails, fill, hangs, press, scrollTo, see, sees } = steps;

const file = { name: 'the-kitchen-at-five.wav', mimeType: 'audio/wav', buffer: wav(75) };
const asking = '/create?type=question';
const publishing = '/create?type=podcast';
const uploadsFail = fails('**/api/uploads', 413);
const chooseFile = act((page) => page.locator('input[type=file]').setInputFiles(file));
const isUploaded = see(button('Remove'));
const confessionMode = click(role('switch', 'Confession mode'));
const toDiscover = click(inside(role('navigation', 'Main'), role('link', 'Discover')));
const uploadBar = role('region', 'Upload');
const onItsWay = text(/^[1-6]\d %$/);
/** The upload takes half a minute, so that every picture shows it running. */
const slowly = act(async (page) => {
  const network = await page.context().newCDPSession(page);
  const uploadThroughput = file.buffer.length / 30;
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await network.send('Network.emulateNetworkConditions', conditions);
});
const afterToast: Step[] = [
  click(inside(css('.toast'), button('Dismiss'))),
  act((page) => page.locator('.toast').waitFor({ state: 'detached' })),
  see(article),
];

const episode = async (tour: Tour, page: Parameters<Tour['call']>[0]) => {
  const podcast = await tour.call<Podcast>(page, 'POST', '/api/podcasts', {
    title: 'The kitchen at five',
    description: 'A radio play for people who cook dinner before the light is gone.',
    mediaType: 'audio',
    mediaUrl: `data:audio/wav;base64,${file.buffer.toString('base64')}`,
  });
  return `/podcasts/${podcast.id}`;
};

export const creatingScenes: Scenes = {
  create: scene(newcomer, '/create'),
  'create-question': scene(newcomer, asking),
  'create-question-confession': whole(
    newcomer,
    asking,
    fill(label('Title'), 'What did you pretend to understand for the longest time, and who would be surprised?'),
    fill(label('Description'), 'Offside. I have nodded through four World Cups.'),
    confessionMode,
  ),
  'create-question-errors': whole(
    newcomer,
    asking,
    confessionMode,
    fill(role('textbox', 'Boosts until everyone hears it'), '101'),
    press('Ask', true),
    sees('Please enter a question title.'),
  ),
  'create-draft': whole(
    newcomer,
    asking,
    fill(label('Title'), 'Where do odd socks go?'),
    act((page, tour) => tour.open(page, asking)),
  ),
  'create-for-somebody': scene(newcomer, '/create?targetUser=ines.calder&type=question'),
  'create-for-nobody': scene(newcomer, '/create?targetUser=nobody.at.all&type=question'),
  publish: whole(newcomer, publishing),
  'publish-errors': whole(newcomer, publishing, press('Publish'), sees('Please enter a audio title.')),
  'publish-uploading': whole(newcomer, publishing, slowly, chooseFile, see(onItsWay)),
  'publish-uploading-elsewhere': scene(
    newcomer,
    publishing,
    slowly,
    chooseFile,
    toDiscover,
    see(inside(uploadBar, onItsWay)),
  ),
  'publish-uploaded-elsewhere': scene(
    newcomer,
    publishing,
    chooseFile,
    isUploaded,
    toDiscover,
    sees('Uploaded, ready to be published'),
    ...afterToast,
  ),
  'publish-upload-failed-elsewhere': scene(
    newcomer,
    publishing,
    uploadsFail,
    chooseFile,
    sees('Upload failed'),
    toDiscover,
    see(inside(uploadBar, text('Upload failed'))),
    ...afterToast,
  ),
  'publish-uploaded': whole(newcomer, publishing, fill(label('Title'), 'The kitchen at five'), chooseFile, isUploaded),
  'publish-upload-failed': whole(newcomer, publishing, uploadsFail, chooseFile, sees('Upload failed')),
  'publish-recording': whole(newcomer, publishing, press('Record audio'), see(button(/Stop recording/))),
  'publish-video': whole(newcomer, publishing, click(text('Video', true))),
  podcast: scene(newcomer, episode, sees('0:00 / 1:15')),
  'podcast-playing': scene(
    newcomer,
    episode,
    press('Play'),
    act((page) => page.getByRole('slider', { name: 'Position' }).press('PageUp')),
  ),
  'podcast-in-feed': scene(newcomer, after('/', episode), sees('The kitchen at five')),
  'podcast-bar': scene(
    newcomer,
    episode,
    press('Play'),
    see(button('Pause')),
    click(role('link', 'Create', true)),
    see(role('region', 'Playing')),
    act((page) => page.getByRole('heading', { name: 'Create', level: 1 }).waitFor()),
  ),
  'podcast-comments': scene(newcomer, episode, press(/comment/i), sees('Comments functionality coming soon')),
  'podcast-not-found': scene(newcomer, `/podcasts/${nowhere}`),
};

const stage = 'What would you never say on stage?';
const pendingTab = click(tab(/Pending/));

export const peopleScenes: Scenes = {
  'profile-own': whole(fan, '/profile'),
  'profile-newcomer': whole(newcomer, '/profile'),
  'profile-other': whole(fan, '/@ines.calder'),
  'profile-ambassador': scene(fan, '/@theo.okafor'),
  'profile-divine': scene(fan, '/@grandpa_arthur'),
  'profile-reposts': whole(fan, '/@ines.calder', click(tab('Reposts'))),
  'profile-pending': whole(
    newcomer,
    after('/profile', async (tour, page) => tour.pending(await tour.member(), page, stage)),
    pendingTab,
    see(button('Approve')),
  ),
  'profile-pending-together': whole(
    newcomer,
    async (tour, page) => {
      const asker = await tour.member();
      for (const what of ['say', 'sing', 'wear']) {
        await tour.pending(asker, page, `What would you never ${what} on stage?`);
      }
      await tour.pending(await tour.member(), page, 'What do you do when nobody listens?', true);
      return '/profile?tab=pending';
    },
    see(button('Ignore all')),
  ),
  'profile-no-pending': whole(newcomer, '/profile', answers('**/pending-questions', []), pendingTab),
  'profile-hidden-activity': scene(newcomer, async (tour) => {
    const other = await tour.member();
    await tour.call(other, 'PATCH', `/api/users/${other.member.id}/activity`, { showActivity: false });
    return `/@${encodeURIComponent(other.member.username)}`;
  }),
  'profile-loading': {
    arrange: async (tour) => {
      const page = await tour.member();
      await hangs(/\/api\/users\/[0-9a-f-]+$/).run(page, tour);
      await page.goto('/profile');
      await see(role('navigation', 'Main')).run(page, tour);
      return page;
    },
  },
  'aura-settings-fan': whole(fan, '/aura-settings'),
  'aura-settings-ambassador': whole(ambassador, '/aura-settings'),
  'aura-settings-spotlight': whole(spotlight, '/aura-settings'),
  'xp-stats': whole(fan, '/xp-stats'),
  'xp-stats-newcomer': whole(newcomer, '/xp-stats'),
  'xp-stats-top': whole((tour) => tour.signedIn('grandpa_arthur', 'hear-and-say'), '/xp-stats'),
  'level-up': scene(
    fan,
    after('/', (_tour, page) =>
      page.addInitScript((id) => localStorage.setItem(`level-shown:${id}`, '3'), page.member.id),
    ),
    sees('You have made yourself heard.'),
  ),
};

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
    sees('Error loading notifications'),
  ),
  reports: whole(ambassador, after('/notifications', reported), click(tab(/Reports/)), see(button('Resolve', true))),
  'reports-resolved': whole(
    ambassador,
    async (tour, page) => {
      const report = await reported(tour, page);
      await tour.call(page, 'PATCH', `/api/reports/${report}/status`, { status: 'resolved' });
      return '/notifications?tab=reports';
    },
    click(text('Resolved', true)),
    sees('Resolved by'),
  ),
  'reports-empty': scene(
    ambassador,
    '/notifications',
    answers('**/api/reports/ambassador**', []),
    click(tab(/Reports/)),
    sees('Nothing is reported. All is well.'),
  ),
  settings: whole(fan, '/settings'),
  'settings-ambassador': whole(ambassador, '/settings'),
  'settings-changed': whole(
    newcomer,
    '/settings',
    fill(label('Picture URL'), 'https://example.org/me.png'),
    click(text('Galaxy', true)),
    press('Change password'),
    press('Delete account'),
    see(button('Delete my account')),
    act((page) => page.evaluate(() => window.scrollTo(0, 0))),
  ),
  admin: whole(ambassador, '/admin'),
  'admin-denied': scene(newcomer, '/admin'),
  'wipe-preview': scene(ambassador, '/admin', chooseMaya, sees(/with all discussions/)),
  'wipe-confirm': scene(ambassador, '/admin', chooseMaya, press('Delete All User Content'), see(dialog)),
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
