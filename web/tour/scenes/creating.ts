import type { Page } from '@playwright/test';
import { wav } from '../../e2e/wav.ts';
import type { Scene } from '../scene.ts';

const file = { name: 'the-kitchen-at-five.wav', mimeType: 'audio/wav', buffer: wav(75) };

/** What stands below the toast of an upload that has come to its end. */
const afterToast = async (page: Page): Promise<Page> => {
  const toast = page.locator('.toast');
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await toast.waitFor({ state: 'detached' });
  await page.locator('article').first().waitFor();
  return page;
};

/** Asking, publishing, and listening to what was published. */
export const creatingScenes: readonly Scene[] = [
  { name: 'create', arrange: (tour) => tour.newcomer('/create') },
  { name: 'create-question', arrange: (tour) => tour.newcomer('/create?type=question') },
  {
    name: 'create-question-confession',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=question');
      await page
        .getByLabel('Title')
        .fill('What did you pretend to understand for the longest time, and who would be surprised?');
      await page.getByLabel('Description').fill('Offside. I have nodded through four World Cups.');
      await page.getByRole('switch', { name: 'Confession mode' }).click();
      return page;
    },
  },
  {
    name: 'create-question-errors',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=question');
      await page.getByRole('switch', { name: 'Confession mode' }).click();
      await page.getByRole('textbox', { name: 'Boosts until everyone hears it' }).fill('101');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Please enter a question title.').waitFor();
      return page;
    },
  },
  {
    name: 'create-draft',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=question');
      await page.getByLabel('Title').fill('Where do odd socks go?');
      return tour.open(page, '/create?type=question');
    },
  },
  { name: 'create-for-somebody', arrange: (tour) => tour.newcomer('/create?targetUser=ines.calder&type=question') },
  { name: 'create-for-nobody', arrange: (tour) => tour.newcomer('/create?targetUser=nobody.at.all&type=question') },
  { name: 'publish', isWhole: true, arrange: (tour) => tour.newcomer('/create?type=podcast') },
  {
    name: 'publish-errors',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Please enter a audio title.').waitFor();
      return page;
    },
  },
  {
    name: 'publish-uploading',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      // Half a minute for all of it: it is on its way in each of the pictures.
      const network = await page.context().newCDPSession(page);
      const uploadThroughput = file.buffer.length / 30;
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText(/^[1-6]\d %$/).waitFor();
      return page;
    },
  },
  {
    name: 'publish-uploading-elsewhere',
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      const network = await page.context().newCDPSession(page);
      const uploadThroughput = file.buffer.length / 30;
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
      await page
        .getByRole('region', { name: 'Upload' })
        .getByText(/^[1-6]\d %$/)
        .waitFor();
      return page;
    },
  },
  {
    name: 'publish-uploaded-elsewhere',
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Remove' }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
      await page.getByText('Uploaded, ready to be published').waitFor();
      return afterToast(page);
    },
  },
  {
    name: 'publish-upload-failed-elsewhere',
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.route('**/api/uploads', (route) => route.fulfill({ status: 413, body: '{}' }));
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Upload failed').first().waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' }).click();
      await page.getByRole('region', { name: 'Upload' }).getByText('Upload failed').waitFor();
      return afterToast(page);
    },
  },
  {
    name: 'publish-uploaded',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.getByLabel('Title').fill('The kitchen at five');
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Remove' }).waitFor();
      return page;
    },
  },
  {
    name: 'publish-upload-failed',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.route('**/api/uploads', (route) => route.fulfill({ status: 413, body: '{}' }));
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Upload failed').first().waitFor();
      return page;
    },
  },
  {
    name: 'publish-recording',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.getByRole('button', { name: 'Record audio' }).click();
      await page.getByRole('button', { name: /Stop recording/ }).waitFor();
      return page;
    },
  },
  {
    name: 'publish-video',
    isWhole: true,
    arrange: async (tour) => {
      const page = await tour.newcomer('/create?type=podcast');
      await page.getByText('Video', { exact: true }).click();
      return page;
    },
  },
];
