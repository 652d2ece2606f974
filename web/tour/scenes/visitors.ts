import { answers, fails, type Scene, type Tour } from '../scene.ts';

const nowhere = '0199ffff-0000-7000-8000-000000000000';

/** What people see who have no account, or not yet. */
export const visitorScenes: readonly Scene[] = [
  { name: 'landing', isWhole: true, arrange: (tour) => tour.visit('/') },
  { name: 'login', arrange: (tour) => tour.visit('/login') },
  {
    name: 'login-missing',
    arrange: async (tour) => {
      const page = await tour.visit('/login');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Please enter both username and password').waitFor();
      return page;
    },
  },
  {
    name: 'login-failed',
    arrange: async (tour) => {
      const page = await tour.visit('/login');
      await page.getByLabel('Username').fill('maya.winters');
      await page.getByLabel('Password', { exact: true }).fill('not it');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Please check your credentials').waitFor();
      return page;
    },
  },
  { name: 'register', arrange: (tour) => tour.visit('/register') },
  {
    name: 'register-errors',
    arrange: async (tour) => {
      const page = await tour.visit('/register');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Password required').waitFor();
      return page;
    },
  },
  ...['create', 'notifications', 'profile', 'settings'].map((path) => ({
    name: `${path}-signed-out`,
    arrange: (tour: Tour) => tour.visit(`/${path}`),
  })),
  {
    name: 'signed-out-elsewhere',
    arrange: async (tour) => {
      const page = await tour.open(await tour.member(), '/settings');
      await page.getByText('Member Since').waitFor();
      await page.context().clearCookies();
      await page.reload();
      await page.getByText('You were signed out.').waitFor();
      return page;
    },
  },
  {
    name: 'login-required',
    arrange: async (tour) => {
      const page = await tour.visit('/notifications');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByText('Login required').waitFor();
      await page.getByLabel('Username').waitFor();
      return page;
    },
  },
  {
    name: 'question-visitor',
    arrange: async (tour) => {
      const page = await tour.phone();
      const { id } = await tour.question(page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5);
      return tour.open(page, `/questions/${id}`);
    },
  },
  {
    name: 'join-sheet',
    arrange: async (tour) => {
      const page = await tour.phone();
      const { id } = await tour.question(page, ({ isRevealed, revealCount }) => !isRevealed && revealCount > 5);
      await tour.open(page, `/questions/${id}`);
      await page.getByRole('button', { name: 'Boost' }).first().click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
  { name: 'profile-visitor', isWhole: true, arrange: (tour) => tour.visit('/@ines.calder') },
  {
    name: 'ask-anonymously',
    arrange: async (tour) => {
      const page = await tour.visit('/@ines.calder');
      await page.getByRole('main').getByRole('button', { name: 'Ask Question' }).click();
      await page.getByRole('dialog').getByLabel('Your question').fill('What do you never say on air?');
      return page;
    },
  },
  { name: 'question-not-found', arrange: (tour) => tour.visit(`/questions/${nowhere}`) },
  { name: 'page-not-found', arrange: (tour) => tour.visit('/nowhere') },
  { name: 'person-not-found', arrange: (tour) => tour.visit('/@nobody.at.all') },
  {
    name: 'person-failed',
    arrange: async (tour) => {
      const page = await tour.phone();
      await page.route('**/api/users/**', fails);
      return tour.open(page, '/@ines.calder');
    },
  },
  { name: 'reset', arrange: (tour) => tour.visit('/reset/not-a-link-of-an-operator') },
  { name: 'admin-visitor', arrange: (tour) => tour.visit('/admin') },
  {
    name: 'question-failed',
    arrange: async (tour) => {
      const page = await tour.phone();
      await page.route('**/api/questions/**', fails);
      return tour.open(page, `/questions/${nowhere}`);
    },
  },
  {
    name: 'ask-anonymously-nobody',
    arrange: async (tour) => {
      const page = await tour.phone();
      await page.route('**/api/users?**', answers([]));
      await tour.open(page, '/@ines.calder');
      await page.getByRole('main').getByRole('button', { name: 'Ask Question' }).click();
      await page.getByRole('dialog').waitFor();
      return page;
    },
  },
];
