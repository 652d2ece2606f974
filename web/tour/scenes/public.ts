import type { Page } from '@playwright/test';
import {
  after,
  find,
  nowhere,
  people,
  type Scenes,
  type Step,
  scene,
  steps,
  type Tour,
  type Who,
  whole,
} from '../scene.ts';

const { ambassador, fan, newcomer, visitor } = people;
const { article, button, dialog, inside, label, role, tab, text } = find;
const { act, answers, choose, click, fails, fill, hangs, offline, press, scrollTo, see, sees } = steps;

const askAnonymously = click(inside(role('main'), button('Ask Question')));
const lockedQuestion = async (tour: Tour, page: Parameters<Tour['question']>[0]) =>
  `/questions/${(await tour.question(page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5)).id}`;

export const visitorScenes: Scenes = {
  landing: whole(visitor, '/'),
  login: scene(visitor, '/login'),
  'login-missing': scene(visitor, '/login', press('Sign In'), sees('Please enter both username')),
  'login-failed': scene(
    visitor,
    '/login',
    fill(label('Username'), 'maya.winters'),
    fill(label('Password', true), 'not it'),
    press('Sign In'),
    sees('Please check your credentials'),
  ),
  register: scene(visitor, '/register'),
  'register-errors': scene(visitor, '/register', press('Create account'), sees('Password required')),
  'create-signed-out': scene(visitor, '/create'),
  'notifications-signed-out': scene(visitor, '/notifications'),
  'profile-signed-out': scene(visitor, '/profile'),
  'settings-signed-out': scene(visitor, '/settings'),
  'signed-out-elsewhere': scene(
    newcomer,
    '/settings',
    sees('Member Since'),
    act((page) => page.context().clearCookies()),
    act((page) => page.reload()),
    sees('You were signed out.'),
  ),
  'login-required': scene(
    visitor,
    '/notifications',
    press('Create Post'),
    sees('Login required'),
    see(label('Username')),
  ),
  'question-visitor': scene(visitor, lockedQuestion),
  'join-sheet': scene(visitor, lockedQuestion, press('Boost'), see(dialog)),
  'profile-visitor': whole(visitor, '/@ines.calder'),
  'ask-anonymously': scene(
    visitor,
    '/@ines.calder',
    askAnonymously,
    fill(inside(dialog, label('Your question')), 'What do you never say on air?'),
  ),
  'ask-anonymously-nobody': scene(
    visitor,
    '/@ines.calder',
    answers('**/api/users?**', []),
    askAnonymously,
    see(dialog),
  ),
  'question-not-found': scene(visitor, `/questions/${nowhere}`),
  'question-failed': scene(visitor, `/questions/${nowhere}`, fails('**/api/questions/**')),
  'page-not-found': scene(visitor, '/nowhere'),
  'person-not-found': scene(visitor, '/@nobody.at.all'),
  'person-failed': scene(visitor, '/@ines.calder', fails('**/api/users/**')),
  reset: scene(visitor, '/reset/not-a-link-of-an-operator'),
  'admin-visitor': scene(visitor, '/admin'),
};

const feed = '**/api/feed?**';
const menu = click(inside(article, button('More options')));
const hum = 'What do you hum when nobody listens?';

const toTheEnd = (words: string) =>
  act(async (page) => {
    const end = page.getByText(words);
    while ((await end.count()) === 0) {
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(50);
    }
    await end.scrollIntoViewIfNeeded();
  });

export const listScenes: Scenes = {
  feed: whole(fan, '/', see(article)),
  'feed-loading': scene(newcomer, '/', hangs(feed)),
  'feed-empty': scene(newcomer, '/', answers(feed, [])),
  'feed-failed': scene(newcomer, '/', fails(feed), sees('Error loading feed')),
  'feed-trending': scene(fan, '/?sort=trending', see(article)),
  'feed-following': scene(newcomer, '/?from=following'),
  'feed-end': scene(fan, '/', toTheEnd("You've reached the end!")),
  'feed-menu': scene(fan, '/', menu, see(role('menuitem'))),
  // Users cannot report their own content.
  'feed-report': scene(newcomer, '/', menu, choose('Report'), see(dialog)),
  'feed-repost': scene(
    newcomer,
    '/',
    click(inside(article, button('Repost'))),
    fill(inside(dialog, role('textbox')), 'Everybody should read the answers to this.'),
  ),
  'feed-reposted': scene(
    newcomer,
    async (tour, page) => {
      const { id } = await tour.question(page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5);
      const repost = { repostText: 'Two more and we hear it.', mediaUrl: null, mediaType: 'text' };
      await tour.call(page, 'POST', `/api/questions/${id}/repost`, repost);
      return '/';
    },
    sees('Two more and we hear it.'),
  ),
  'toast-good': scene(fan, '/', click(inside(article, button('Share'))), sees('Link copied')),
  'toast-bad': scene(fan, '/', fails('**/boost'), click(inside(article, button('Boost'))), sees('Boost failed')),
  offline: scene(fan, '/', see(article), offline, sees('You are offline')),
  discover: whole(fan, '/discover', see(article)),
  'discover-end': scene(fan, '/discover', toTheEnd("You've reached the end!")),
  'discover-search': scene(fan, '/discover?q=ma', sees('Users matching')),
  'discover-search-none': scene(fan, '/discover?q=nobody.at.all', sees('No users found for')),
  'discover-empty': scene(newcomer, '/discover', answers(feed, [])),
  'discover-failed': scene(newcomer, '/discover', fails(feed), sees('Error loading discover content')),
  'my-content': whole(fan, '/my-content', see(button(/^Edit/))),
  'my-content-end': scene(fan, '/my-content', toTheEnd('That is all of it.')),
  'my-content-empty': scene(newcomer, '/my-content'),
  'my-content-failed': scene(
    newcomer,
    '/my-content',
    fails('**/api/users/*/content**'),
    sees('Error loading your content'),
  ),
  'my-content-edit': scene(
    newcomer,
    after('/my-content', (tour, page) => tour.ask(page, { title: hum, description: 'I hum the news theme.' })),
    press(/^Edit/),
    see(dialog),
  ),
  'my-content-delete': scene(
    newcomer,
    after('/my-content', (tour, page) => tour.ask(page, { title: hum, isAnonymous: true, creatorId: null })),
    press(/^Delete/),
    see(dialog),
  ),
};

interface Reading {
  readonly path: string;
  readonly reads: string | RegExp;
  readonly failed?: string;
  readonly who?: Who<Page>;
  readonly below?: string;
}

const level = { reads: /\/api\/auth\/user$/, failed: 'Error loading your level' };
const readings: Readonly<Record<string, Reading>> = {
  'discover-search': { path: '/discover?q=ma', reads: '**/api/users/search?**', failed: 'Failed to search users' },
  podcast: { path: `/podcasts/${nowhere}`, reads: '**/api/podcasts/**', failed: 'This episode could not be loaded.' },
  'xp-stats': { path: '/xp-stats', ...level },
  'aura-settings': { path: '/aura-settings', ...level },
  sessions: {
    path: '/settings',
    reads: '**/api/auth/sessions',
    failed: 'Error loading your sessions',
    below: 'Where you are signed in',
  },
  admin: { path: '/admin', reads: '**/api/users?**', failed: 'Failed to fetch users', who: ambassador },
  reports: {
    path: '/notifications?tab=reports',
    reads: '**/api/reports/ambassador?**',
    failed: 'Failed to fetch reports',
    who: ambassador,
    below: 'Resolved',
  },
  discover: { path: '/discover', reads: '**/api/feed?**' },
  'my-content': { path: '/my-content', reads: '**/api/users/*/content**' },
  question: { path: `/questions/${nowhere}`, reads: '**/api/questions/**' },
};

const toTheMiddle = (words: string): Step =>
  act((page) => page.getByText(words, { exact: true }).evaluate((found) => found.scrollIntoView({ block: 'center' })));

export const waitingScenes: Scenes = {
  ...Object.fromEntries(
    Object.entries(readings).flatMap(([name, { path, reads, failed, who = newcomer, below }]) => [
      [`${name}-loading`, scene(who, path, hangs(reads), ...(below ? [toTheMiddle(below)] : []))],
      ...(failed ? [[`${name}-failed`, scene(who, path, fails(reads), scrollTo(text(failed)))]] : []),
    ]),
  ),
  'profile-parts-failed': whole(
    newcomer,
    '/@ines.calder',
    fails('**/following-status?**'),
    fails('**/recent-question'),
    sees('Failed to fetch recent question'),
  ),
  'profile-pending-failed': scene(
    newcomer,
    '/profile',
    fails('**/pending-questions'),
    click(tab(/Pending/)),
    scrollTo(text('Error loading pending questions')),
  ),
  'discover-offline': scene(
    newcomer,
    '/discover',
    see(article),
    offline,
    click(text('Most Replies', true)),
    sees('This loads as soon as you are back.'),
  ),
};
