import { test } from '@playwright/test';
import { flows } from './flows.ts';
import { missingPackages } from './installed.ts';
import { takePictures } from './pictures.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { type Engine, Screen } from './screen.ts';
import { startWebKit } from './webkit.ts';

const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const engineName = () => test.info().project.name as keyof typeof starts;
let started: { open: () => Promise<Engine>; stop: () => Promise<void> } | undefined;
let screen: Screen;

test.beforeAll(async () => {
  const missing = missingPackages[engineName()]();
  test.skip(missing.length > 0, `missing here: ${missing.join(', ')}`);
  started = await starts[engineName()]();
});

test.afterAll(() => started?.stop());

test.beforeEach(async ({ baseURL }) => {
  if (!started || !baseURL) throw new Error('BASE_URL says where the app is; it is not set');
  screen = new Screen(await started.open(), new URL(baseURL).origin);
});

test.afterEach(async ({ baseURL: _ }, info) => {
  if (info.status !== info.expectedStatus)
    await screen.engine.screenshot(info.outputPath('failed.png')).catch(() => {});
  await screen.engine.close();
});

if (process.env.PICTURES) test('takes pictures of the main screens', () => takePictures(screen, engineName()));
else for (const { rule, run } of flows) test(rule, () => run(screen));
