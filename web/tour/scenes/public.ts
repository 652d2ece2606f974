import type { Question } from '@hearsay/contracts';
import type { Page } from '@playwright/test';
import type { Stage } from '../../e2e/suite.ts';
import {
  openPath,
  type PageOpener,
  pathAfter,
  type Scenes,
  type Step,
  scene,
  seededQuestion,
  selectors,
  steps,
  unknownId,
  viewers,
  wholePageScene,
} from '../scene.ts';

const { ambassador, fan, newcomer, visitor } = viewers;
const { article, button, dialog, field, inside, role, tab, text } = selectors;
const { act, answers, choose, click, fails, fill, hangs, offline, press, scrollTo, see, sees } = steps;

const lockedQuestion = (stage: Stage, page: Page) =>
  seededQuestion(stage, page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5);
const locked = async (stage: Stage, page: Page) => `/questions/${(await lockedQuestion(stage, page)).id}`;
const embedded = (isWanted: (question: Question) => boolean) => async (stage: Stage, page: Page) =>
  `/embed/questions/${(await seededQuestion(stage, page, isWanted)).id}`;
const askAnonymously = click(inside(role('main'), button('Ask Question')));
const askSent = [
  askAnonymously,
  fill(inside(dialog, field('Your question')), 'What do you never say on air?'),
  press('Ask anonymously'),
  sees('Sent. It waits for their approval.'),
];
const receipt = 'r'.repeat(22);
const episodeForVisitors = async (stage: Stage) =>
  `/podcasts/${(await stage.publishEpisode(await stage.memberPage(), 'What the night train taught me', 75)).id}`;

export const visitorScenes: Scenes = {
  landing: wholePageScene(visitor, '/', sees('"Nearly heard"')),
  'landing-heard': scene(visitor, '/', press('Boost'), sees('"Everyone hears it now"')),
  login: scene(visitor, '/login'),
  'login-missing': scene(visitor, '/login', press('Sign In'), sees('Please enter both username')),
  'login-failed': scene(
    visitor,
    '/login',
    ...[fill(field('Username'), 'maya.winters'), fill('input[type=password]', 'not it'), press('Sign In')],
    sees('Please check your credentials'),
  ),
  register: scene(visitor, '/register'),
  'register-founder': scene(visitor, '/register#founder=not-a-token'),
  'register-taken': scene(
    visitor,
    '/register',
    ...[fill(field('Username'), 'maya.winters'), fill('input[type=password]', 'long enough'), press('Create account')],
    sees('This one is free'),
  ),
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
    ...[press('Create Post'), sees('Login required'), see(field('Username'))],
  ),
  'question-visitor': scene(visitor, locked),
  'embed-locked': scene(
    visitor,
    embedded(({ isRevealed, revealCount }) => !isRevealed && revealCount > 5),
  ),
  'embed-open': scene(
    visitor,
    embedded(({ isRevealed, description }) => isRevealed && description !== null),
  ),
  'embed-missing': scene(visitor, `/embed/questions/${unknownId}`),
  'join-sheet': scene(visitor, locked, press('Boost'), see(dialog)),
  'profile-visitor': wholePageScene(visitor, '/@ines.calder'),
  'ask-anonymously': scene(
    visitor,
    '/@ines.calder',
    ...[askAnonymously, fill(inside(dialog, field('Your question')), 'What do you never say on air?')],
  ),
  'ask-anonymously-sent': scene(visitor, '/@ines.calder', ...askSent),
  'ask-anonymously-change': scene(
    visitor,
    '/@ines.calder',
    ...[askAnonymously, click(inside(dialog, role('combobox'))), see(role('listbox'))],
  ),
  'receipt-waiting': scene(
    visitor,
    '/@ines.calder',
    ...[...askSent, click(role('link', 'See what becomes of it')), sees('Keep the address')],
  ),
  'receipt-answered': scene(
    visitor,
    `/receipt#${receipt}`,
    ...[answers('**/api/receipts', { state: 'answered', questionId: unknownId }), sees('It is answered.')],
  ),
  'receipt-gone': scene(visitor, `/receipt#${receipt}`, sees('It is gone')),
  'login-started': scene(visitor, '/', click(role('link', 'Get Started')), see(field('Username'))),
  'login-episode': scene(visitor, episodeForVisitors, sees('What the night train')),
  'ask-anonymously-nobody': scene(
    visitor,
    '/@ines.calder',
    ...[answers('**/api/users?**', []), askAnonymously, see(dialog)],
  ),
  'question-not-found': scene(visitor, `/questions/${unknownId}`),
  'question-failed': scene(visitor, `/questions/${unknownId}`, fails('**/api/questions/**')),
  'page-not-found': scene(visitor, '/nowhere'),
  'person-not-found': scene(visitor, '/@nobody.at.all'),
  'person-failed': scene(visitor, '/@ines.calder', fails('**/api/users/**')),
  reset: scene(visitor, '/reset/not-a-link-of-an-operator'),
  'admin-visitor': scene(visitor, '/admin'),
};

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
  feed: wholePageScene(fan, '/', see(article)),
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
    fill(inside(dialog, field('')), 'Everybody should read the answers to this.'),
  ),
  'feed-reposted': scene(
    newcomer,
    pathAfter('/', async (stage, page) =>
      stage.repost(page, await lockedQuestion(stage, page), 'Two more and we hear it.'),
    ),
    sees('Two more and we hear it.'),
  ),
  'toast-good': scene(fan, '/', click(inside(article, button('Share'))), sees('Link copied')),
  'share-question': scene(
    newcomer,
    async (stage, page) => `/questions/${(await seededQuestion(stage, page, ({ isRevealed }) => isRevealed)).id}`,
    ...[menu, choose('Share the card'), see(inside(dialog, 'img'))],
  ),
  'toast-bad': scene(fan, '/', fails('**/boost'), click(inside(article, button('Boost'))), sees('Boost failed')),
  offline: scene(fan, '/', see(article), offline, sees('You are offline')),
  discover: wholePageScene(fan, '/discover', see(article)),
  'discover-end': scene(fan, '/discover', toTheEnd("You've reached the end!")),
  'discover-search': scene(fan, '/discover?q=ma', sees('Users matching')),
  'discover-search-none': scene(fan, '/discover?q=nobody.at.all', sees('No users found for')),
  search: wholePageScene(fan, '/search?q=what', see(article)),
  'search-replies': scene(fan, '/search?q=the&kind=reply', see(article)),
  'search-visitor': scene(visitor, '/search?q=never', see(article)),
  'search-none': scene(fan, '/search?q=zanderfisch', sees('Nothing found for')),
  'search-start': scene(fan, '/search', sees('Type a word that you remember.')),
  'search-recent': scene(
    fan,
    '/search?q=never',
    ...[see(article), click(inside(article, 'a'))],
    act((page) => openPath(page, '/search')),
    sees('Recent searches'),
  ),
  'discover-offline': scene(
    newcomer,
    '/discover',
    ...[see(article), offline, click(text('"Most Replies"')), sees('This loads as soon as you are back.')],
  ),
  'my-content': wholePageScene(fan, '/my-content', see(button(/^Edit/))),
  'my-content-end': scene(fan, '/my-content', toTheEnd('That is all of it.')),
  'my-content-empty': scene(newcomer, '/my-content'),
  'podcast-feed': wholePageScene(
    newcomer,
    pathAfter('/podcast-feed', async (stage, page) => {
      const [one] = [
        await stage.publishEpisode(page, 'What the night train taught me', 75),
        await stage.publishEpisode(page, hum, 75),
      ];
      const path = `/api/users/${page.member.id}/podcast-feed`;
      await stage.call(page, 'PUT', path, { episodes: [one.id] });
    }),
    sees('In the feed'),
  ),
  'podcast-feed-empty': scene(newcomer, '/podcast-feed'),
  'my-content-bookmarks': wholePageScene(
    newcomer,
    pathAfter('/my-content?tab=bookmarks', async (stage, page) => {
      const question = await stage.ask(await stage.otherUser(), {
        title: hum,
        description: 'Tram 9.',
        replyBoostThreshold: 5,
      });
      await stage.call(page, 'PUT', `/api/bookmarks/question/${question.id}`, { on: true });
    }),
    see(button(/^Remove bookmark/)),
  ),
  'my-content-bookmarks-empty': scene(newcomer, '/my-content?tab=bookmarks', sees('Nothing is bookmarked yet')),
  'my-content-edit': scene(
    newcomer,
    pathAfter('/my-content', (stage, page) => stage.ask(page, { title: hum, description: 'I hum the news theme.' })),
    ...[press(/^Edit/), see(dialog)],
  ),
  'my-content-delete': scene(
    newcomer,
    pathAfter('/my-content', (stage, page) => stage.ask(page, { title: hum, isAnonymous: true, creatorId: null })),
    ...[press(/^Delete/), see(dialog)],
  ),
};

interface Reading {
  /** The text that is shown when the read fails. */
  readonly failed?: string;
  readonly isEmpty?: boolean;
  readonly who?: PageOpener;
  /** The part below the first screen that keeps loading. */
  readonly below?: string;
}

const toTheMiddle = (words: string): Step =>
  act((page) => page.getByText(words, { exact: true }).evaluate((found) => found.scrollIntoView({ block: 'center' })));

const reading = (
  name: string,
  path: string,
  reads: string | RegExp,
  { failed, isEmpty, who = newcomer, below }: Reading,
) => ({
  [`${name}-loading`]: scene(who, path, hangs(reads), ...(below ? [toTheMiddle(below)] : [])),
  ...(failed && { [`${name}-failed`]: scene(who, path, fails(reads), scrollTo(text(failed))) }),
  ...(isEmpty && { [`${name}-empty`]: scene(who, path, answers(reads, [])) }),
});

const feed = '**/api/feed?**';
/** Stores the user in the browser, so that the app does not treat a failed read of the session as a visitor. */
const remembered = async (stage: Stage) => {
  const page = await newcomer(stage);
  await openPath(page, '/');
  return page;
};
const level = { failed: 'Error loading your level', who: remembered };
const content = { failed: 'Error loading your content' };
const found = { failed: 'Failed to search users' };
const sessions = { failed: 'Error loading your sessions', below: 'Where you are signed in' };
const reports = { failed: 'Failed to fetch reports', who: ambassador, below: 'Resolved' };
export const waitingScenes: Scenes = {
  ...reading('feed', '/', feed, { failed: 'Error loading feed', isEmpty: true }),
  ...reading('discover', '/discover', feed, { failed: 'Error loading discover content', isEmpty: true }),
  ...reading('discover-search', '/discover?q=ma', '**/api/users/search?**', found),
  ...reading('search', '/search?q=what', '**/api/search?**', { failed: 'Failed to search' }),
  ...reading('podcast', `/podcasts/${unknownId}`, '**/api/podcasts/**', {
    failed: 'This episode could not be loaded.',
  }),
  ...reading('xp-stats', '/xp-stats', /\/api\/auth\/user\b/, level),
  ...reading('aura-settings', '/aura-settings', /\/api\/auth\/user\b/, level),
  ...reading('sessions', '/settings', '**/api/auth/sessions', sessions),
  ...reading('admin', '/admin', '**/api/users?**', { failed: 'Failed to fetch users', who: ambassador }),
  ...reading('reports', '/notifications?tab=reports', '**/api/reports/ambassador?**', reports),
  ...reading('notifications', '/notifications', '**/api/notifications?**', { failed: 'Error loading notifications' }),
  ...reading('my-content', '/my-content', '**/api/users/*/content**', content),
  ...reading('podcast-feed', '/podcast-feed', '**/api/users/*/podcast-feed', { failed: 'Error loading your feed' }),
  ...reading('question', `/questions/${unknownId}`, '**/api/questions/**', {}),
  'profile-parts-failed': wholePageScene(
    newcomer,
    '/@ines.calder',
    ...[fails('**/following-status?**'), fails('**/recent-question'), sees('Failed to fetch recent question')],
  ),
  'profile-pending-failed': scene(
    newcomer,
    '/profile',
    ...[fails('**/pending-questions'), click(tab('Pending')), scrollTo(text('Error loading pending questions'))],
  ),
};
