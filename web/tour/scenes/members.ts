import type { ContentLocation, FeedItem, HeardUser, OwnUser, Report } from '@hearsay/contracts';
import type { MemberPage, Stage } from '../../e2e/suite.ts';
import {
  askOnePerson,
  pathAfter,
  type Scenes,
  scene,
  selectors,
  steps,
  unknownId,
  viewers,
  wholePageScene,
} from '../scene.ts';

const { ambassador, fan, newcomer, spotlight, top } = viewers;
const { button, dialog, field, role, tab, text } = selectors;
const { act, answers, click, fill, hangs, press, scrollTo, see, sees, toTop } = steps;

const stageFright = 'What would you never say on stage?';
const pendingTab = click(tab('Pending'));

/** Blocks a person, and mutes another one and a question. */
const muted = async (stage: Stage, page: MemberPage) => {
  for (const [name, act] of [
    ['ines.calder', 'block'],
    ['grandpa_arthur', 'mute'],
  ]) {
    const { id } = await stage.call<{ id: string }>(page, 'GET', `/api/users/username/${name}`);
    await stage.call(page, 'PUT', `/api/users/${id}/${act}`, { on: true });
  }
  const [item] = await stage.call<FeedItem[]>(page, 'GET', '/api/feed/nearly-heard');
  if (item) await stage.call(page, 'PUT', `/api/questions/${item.id}/mute`, { on: true });
};

/** Completes the three first steps of a new account. */
const stepsTaken = async (stage: Stage, page: MemberPage) => {
  const [near] = await stage.call<FeedItem[]>(page, 'GET', '/api/feed/nearly-heard');
  if (near) await stage.boost(page, near);
  const heard = await stage.call<HeardUser[]>(page, 'GET', '/api/users/heard');
  for (const { id } of heard.slice(0, 3)) await stage.call(page, 'POST', `/api/users/${id}/follow`);
  await stage.ask(page, { title: 'Which sound takes you home?' });
  await stage.waitForAnswer<OwnUser>(page, '/api/auth/user', ({ xp }) => xp === 15);
};

export const peopleScenes: Scenes = {
  'profile-own': wholePageScene(fan, '/profile'),
  'profile-newcomer': wholePageScene(newcomer, '/profile'),
  'profile-ask-link': scene(
    newcomer,
    pathAfter('/profile', async (stage, page) => {
      const path = `/api/users/${page.member.id}`;
      await stage.call(page, 'PATCH', `${path}/invitation`, { invitation: 'Ask me about night trains' });
      await stage.call(page, 'PATCH', `${path}/who-may-ask`, { whoMayAsk: 'following' });
    }),
  ),
  'profile-ask-code': scene(newcomer, '/profile', press('QR code'), see(dialog)),
  'profile-invitation-form': scene(newcomer, '/profile', press('Add an invitation')),
  'profile-menu': scene(fan, '/@ines.calder', press('More options'), see(role('menu'))),
  'profile-blocked': scene(
    newcomer,
    pathAfter('/@ines.calder', (stage, page) => muted(stage, page)),
    see(button(/^Unblock/)),
  ),
  'profile-folded': wholePageScene(fan, '/@grandpa_arthur', see(button(/^boosted/))),
  'profile-answers': wholePageScene(fan, '/@ines.calder', click(text('"Answers"'))),
  'first-account': wholePageScene(newcomer, '/discover', see(button('Turn it up'))),
  'first-account-turned-up': scene(newcomer, '/discover', press('Turn it up'), sees('5 of 100')),
  'first-account-next': wholePageScene(newcomer, pathAfter('/discover', stepsTaken), see(field('Your answer'))),
  'first-account-answered': scene(
    newcomer,
    pathAfter('/discover', stepsTaken),
    ...[fill(field('Your answer'), 'Under the stairs, with the radio on.'), press('Answer'), sees('30 of 100')],
    scrollTo(text('"Next question"')),
  ),
  'discover-heard': scene(
    newcomer,
    '/discover',
    scrollTo(role('region', 'Heard this week')),
    see(role('region', 'Heard this week')),
  ),
  'feed-following-heard': scene(newcomer, '/?from=following', see(role('region', 'Heard this week'))),
  'discover-found': scene(newcomer, '/discover?q=ines', see(button('Follow'))),
  'profile-other': wholePageScene(fan, '/@ines.calder'),
  'profile-ambassador': scene(fan, '/@theo.okafor'),
  'profile-divine': scene(fan, '/@grandpa_arthur'),
  'profile-reposts': wholePageScene(fan, '/@ines.calder', click(tab('Reposts'))),
  'profile-pending': wholePageScene(
    newcomer,
    pathAfter('/profile', async (stage, page) => askOnePerson(stage, await stage.memberPage(), page, stageFright)),
    ...[pendingTab, see(button('Approve'))],
  ),
  'profile-pending-together': wholePageScene(
    newcomer,
    async (stage, page) => {
      const asker = await stage.memberPage();
      for (const what of ['say', 'sing', 'wear'])
        await askOnePerson(stage, asker, page, `What would you never ${what} on stage?`);
      await askOnePerson(stage, await stage.memberPage(), page, 'What do you do when nobody listens?', true);
      return '/profile?tab=pending';
    },
    see(button('Ignore all')),
  ),
  'profile-filtered': wholePageScene(
    newcomer,
    async (stage, page) => {
      await stage.call(page, 'POST', '/api/word-rules', { text: 'stage', expiresAt: null });
      await askOnePerson(stage, await stage.memberPage(), page, 'What would you never say at home?');
      const { id } = page.member;
      for (const isAnonymous of [false, true])
        await stage.ask(await stage.memberPage(), { title: stageFright, targetUserId: id, isAnonymous });
      return '/profile?tab=filtered';
    },
    see(button('Approve')),
  ),
  'profile-no-pending': wholePageScene(newcomer, '/profile', answers('**/pending-questions', []), pendingTab),
  'profile-hidden-activity': scene(newcomer, async (stage) => {
    const other = await stage.otherUser();
    await other.change('activity', { showActivity: false });
    return `/@${encodeURIComponent(other.member.username)}`;
  }),
  'profile-loading': {
    arrange: async (stage) => {
      const page = await stage.memberPage();
      await hangs(/\/api\/users\/[0-9a-f-]+$/).run(page, stage);
      await page.goto('/profile');
      await see(role('navigation', 'Main')).run(page, stage);
      return page;
    },
  },
  'aura-settings-fan': wholePageScene(fan, '/aura-settings'),
  'aura-settings-ambassador': wholePageScene(ambassador, '/aura-settings'),
  'aura-settings-spotlight': wholePageScene(spotlight, '/aura-settings'),
  'xp-stats': wholePageScene(fan, '/xp-stats'),
  'xp-stats-newcomer': wholePageScene(newcomer, '/xp-stats'),
  'xp-stats-top': wholePageScene(top, '/xp-stats'),
  'level-up': scene(
    fan,
    pathAfter('/', (_, page) =>
      page.addInitScript((id) => localStorage.setItem(`level-shown:${id}`, '3'), page.member.id),
    ),
    sees('You have made yourself heard.'),
  ),
};

const reported = async (stage: Stage, page: MemberPage): Promise<string> => {
  const title = 'Who here still owes me twenty euros, and shall I name them?';
  const { id } = await stage.ask(await stage.otherUser(), { title });
  const reporter = await stage.otherUser();
  await reporter.report('question', id, 'It threatens to name somebody.');
  await stage.waitForReport(page, { id });
  const reports = await stage.call<{ id: string }[]>(page, 'GET', '/api/reports/ambassador');
  return reports[0]?.id ?? '';
};

const severalReported = async (stage: Stage) => {
  const [author, reporter] = [await stage.otherUser(), await stage.otherUser()];
  const question = await stage.ask(reporter, { title: 'Who else heard the neighbours last night?' });
  for (const words of ['All of the house did.', 'Even the cellar.', 'I slept.'])
    await stage.postReply(reporter, question, words);
  const reply = await stage.postReply(
    author,
    question,
    'It was you, Mr. Pym of the third floor, and everybody knows it.',
  );
  const signed = await stage.ask(author, { title: 'Who still owes me twenty euros?' });
  const sealed = { title: 'Shall I name who stole my bike?', isAnonymous: true };
  const { id: anonymousId } = await stage.ask(author, sealed);
  await reporter.report('discussion', reply.id, 'It names a neighbour.');
  await reporter.report('question', signed.id, 'inappropriate_content');
  await reporter.report('question', anonymousId, 'It threatens to name somebody.');
  return { reply, anonymousId };
};

const reportAddress = async (stage: Stage, page: MemberPage, contentId: string): Promise<string> => {
  await stage.waitForReport(page, { id: contentId });
  const reports = await stage.call<Report[]>(page, 'GET', '/api/reports/ambassador');
  const report = reports.find((one) => one.contentId === contentId);
  const { questionId, id } = await stage.call<ContentLocation>(page, 'GET', `/api/content/${contentId}`);
  return `/questions/${questionId ?? id}?report=${report?.id}`;
};

/** Searches by name, because new users of other scenes may fill the first page of the list. */
const chooseMaya = act(async (page) => {
  await page.getByRole('combobox', { name: 'User' }).fill('maya.winters');
  await page.getByRole('option', { name: 'maya.winters' }).click();
});

export const ownScenes: Scenes = {
  notifications: wholePageScene(fan, '/notifications'),
  'notifications-at-first': scene(fan, '/notifications'),
  'notifications-empty': scene(newcomer, '/notifications'),
  'reports-grouped': wholePageScene(
    ambassador,
    async (stage, page) => {
      const { reply, anonymousId } = await severalReported(stage);
      for (const id of [reply.id, anonymousId]) await stage.waitForReport(page, { id });
      return '/notifications?tab=reports';
    },
    see(button(/^Resolve$/)),
  ),
  'report-of-a-question': scene(
    ambassador,
    async (stage, page) => reportAddress(stage, page, (await severalReported(stage)).anonymousId),
    see(role('region', 'What was reported')),
  ),
  'report-of-a-reply': scene(
    ambassador,
    async (stage, page) => reportAddress(stage, page, (await severalReported(stage)).reply.id),
    see(role('region', 'What was reported')),
  ),
  reports: wholePageScene(
    ambassador,
    pathAfter('/notifications', reported),
    click(tab('Reports')),
    see(button(/^Resolve$/)),
  ),
  'reports-resolved': wholePageScene(
    ambassador,
    async (stage, page) => {
      const report = await reported(stage, page);
      await stage.call(page, 'PATCH', `/api/reports/${report}/status`, { status: 'resolved' });
      return '/notifications?tab=reports';
    },
    ...[click(text('"Resolved"')), sees('Resolved by')],
  ),
  'reports-empty': scene(
    ambassador,
    '/notifications',
    ...[answers('**/api/reports/ambassador**', []), click(tab('Reports')), sees('Nothing is reported. All is well.')],
  ),
  settings: wholePageScene(fan, '/settings'),
  'settings-filtered-words': scene(
    newcomer,
    pathAfter('/settings', async (stage, page) => {
      const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
      await stage.call(page, 'PATCH', `/api/users/${page.member.id}/who-may-ask`, { anonymousAsksOffUntil: nextWeek });
      for (const expiresAt of [null, nextWeek])
        await stage.call(page, 'POST', '/api/word-rules', { text: expiresAt ? 'spoiler' : 'stage fright', expiresAt });
      await askOnePerson(stage, await stage.memberPage(), page, stageFright);
    }),
    ...[fill(field('Word or phrase'), 'stage'), sees('Would have held 1'), scrollTo(text('"Filtered words"'))],
  ),
  'settings-muted': scene(
    newcomer,
    pathAfter('/settings', (stage, page) => muted(stage, page)),
    ...[see(button(/^Undo/)), scrollTo(text('"Blocked and muted"'))],
  ),
  'settings-ambassador': wholePageScene(ambassador, '/settings'),
  'settings-changed': wholePageScene(
    newcomer,
    '/settings',
    ...[fill(field('Picture URL'), 'https://example.org/me.png'), click(text('"Galaxy"')), press('Change password')],
    ...[press('Delete account'), see(button('Delete my account')), toTop],
  ),
  admin: wholePageScene(ambassador, '/admin'),
  'admin-denied': scene(newcomer, '/admin'),
  'admin-combobox': scene(
    ambassador,
    '/admin',
    ...[click(role('combobox', 'User')), act((page) => page.keyboard.press('ArrowDown')), see(role('option'))],
  ),
  'wipe-preview': scene(ambassador, '/admin', chooseMaya, sees('with all discussions')),
  'wipe-confirm': scene(ambassador, '/admin', chooseMaya, press('Delete All User Content'), see(dialog)),
  wipes: scene(
    ambassador,
    async (stage, page) => {
      const undoUntil = new Date(Date.now() + 70.5 * 3_600_000).toISOString();
      const people = await stage.call<{ id: string }[]>(page, 'GET', '/api/users');
      const wipes = [];
      for (const [index, status] of ['running', 'done', 'undone'].entries()) {
        const { user } = await stage.call<{ user: object }>(page, 'GET', `/api/users/${people[index]?.id}`);
        const wipeId = unknownId.slice(0, -1) + index;
        wipes.push({ wipeId, subject: user, status, done: index === 0 ? 412 : 2_000, total: 2_000, undoUntil });
      }
      await answers('**/api/admin/wipes*', wipes).run(page, stage);
      return '/admin';
    },
    scrollTo(text('"Brought back"')),
  ),
};
