import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { eventually, submitCredentials, test, waitForToast } from './suite.ts';

test('the landing page leads to the registration, directly and by the sign-in page', async ({ stage }) => {
  const page = await stage.visitorPage();
  await page.goto('/');
  for (const name of ['Ask Questions', 'Boost Content', 'Level & Auras'])
    await page.getByRole('heading', { name }).waitFor();
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('link', { name: 'Get Started' }).click();
  const submit = page.getByRole('button', { name: 'Sign In' });
  const account = page.getByRole('link', { name: 'Create an account' });
  const [first, second] = [await submit.boundingBox(), await account.boundingBox()];
  assert.equal(second?.width, first?.width);
  await expectAccessible(page);
});

test('the login form reports missing and wrong credentials, and leads to the feed', async ({ stage }) => {
  const page = await stage.visitorPage();
  const { member } = await stage.otherUser();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await waitForToast(page, 'Missing information', 'Please enter both username and password');
  await page.getByLabel('Username').fill(`  ${member.username} `);
  await page.getByLabel('Password', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await waitForToast(page, 'Login failed', 'Please check your credentials');
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await waitForToast(page, 'Welcome back!');
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await page.goto('/login');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/register');
  await page.waitForURL('**/discover');
});

test('a sign-in returns to the page that linked to it, even via the registration page', async ({ stage }) => {
  const author = await stage.otherUser();
  const question = await stage.ask(author, { title: 'Where were we?' });
  const page = await stage.visitorPage();
  await page.goto(`/questions/${question.id}`);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await page.getByText('New here?').waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  // Waits for the sign-in page, because the registration form has the same field.
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await submitCredentials(page, author.member.username, 'Sign In');
  await page.waitForURL(`**/questions/${question.id}`);
});

test('a signed-in user sees no landing page, even after the storage was cleared', async ({ stage }) => {
  const page = await stage.memberPage();
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
  const start = () => page.evaluate(() => document.documentElement.dataset.start);
  // The server's answer about the session waits until the test has checked the first paint.
  const paintChecked = Promise.withResolvers<void>();
  await page.route('**/api/auth/user?orNull=true', async (route) => {
    await paintChecked.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await eventually(async () => assert.equal(await start(), 'feed'));
  assert.equal(await page.getByRole('link', { name: 'Get Started' }).count(), 0);
  paintChecked.resolve();
  await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/', { waitUntil: 'commit' });
  await eventually(async () => assert.equal(await start(), 'landing'));
});
