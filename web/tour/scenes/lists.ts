import {
  act,
  answers,
  article,
  button,
  click,
  dialog,
  fails,
  fan,
  fill,
  hangs,
  inside,
  newcomer,
  offline,
  role,
  type Scenes,
  scene,
  see,
  text,
  whole,
} from '../scene.ts';

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
  'feed-failed': scene(newcomer, '/', fails(feed), see(text('Error loading feed'))),
  'feed-trending': scene(fan, '/?sort=trending', see(article)),
  'feed-following': scene(newcomer, '/?from=following'),
  'feed-end': scene(fan, '/', toTheEnd("You've reached the end!")),
  'feed-menu': scene(fan, '/', menu, see(role('menuitem'))),
  // Users cannot report their own content.
  'feed-report': scene(newcomer, '/', menu, click(role('menuitem', 'Report')), see(dialog)),
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
    see(text('Two more and we hear it.')),
  ),
  'toast-good': scene(fan, '/', click(inside(article, button('Share'))), see(text('Link copied'))),
  'toast-bad': scene(fan, '/', fails('**/boost'), click(inside(article, button('Boost'))), see(text('Boost failed'))),
  offline: scene(fan, '/', see(article), offline, see(text('You are offline'))),
  discover: whole(fan, '/discover', see(article)),
  'discover-end': scene(fan, '/discover', toTheEnd("You've reached the end!")),
  'discover-search': scene(fan, '/discover?q=ma', see(text('Users matching'))),
  'discover-search-none': scene(fan, '/discover?q=nobody.at.all', see(text('No users found for'))),
  'discover-empty': scene(newcomer, '/discover', answers(feed, [])),
  'discover-failed': scene(newcomer, '/discover', fails(feed), see(text('Error loading discover content'))),
  'my-content': whole(fan, '/my-content', see(button(/^Edit/))),
  'my-content-end': scene(fan, '/my-content', toTheEnd('That is all of it.')),
  'my-content-empty': scene(newcomer, '/my-content'),
  'my-content-failed': scene(
    newcomer,
    '/my-content',
    fails('**/api/users/*/content**'),
    see(text('Error loading your content')),
  ),
  'my-content-edit': scene(
    newcomer,
    async (tour, page) => {
      await tour.ask(page, { title: hum, description: 'I hum the news theme. Every time.' });
      return '/my-content';
    },
    click(button(/^Edit/)),
    see(dialog),
  ),
  'my-content-delete': scene(
    newcomer,
    async (tour, page) => {
      await tour.ask(page, { title: hum, isAnonymous: true, creatorId: null });
      return '/my-content';
    },
    click(button(/^Delete/)),
    see(dialog),
  ),
};
