import { test as base } from '@playwright/test';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { flows } from './flows.ts';
import { missingPackages } from './installed.ts';
import { takePictures } from './pictures.ts';
import { type Engine, Screen } from './screen.ts';
import { startWebKit } from './webkit.ts';

const starts = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

const test = base.extend<{ flowScreen: Screen }, { engineName: keyof typeof starts; started: { open: () => Promise<Engine> } }>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  started: [
    async ({ engineName }, use) => {
      const started = await starts[engineName]();
      await use(started);
      await started.stop();
    },
    { scope: 'worker' },
  ],
  flowScreen: async ({ started, baseURL }, use, info) => {
    if (!baseURL) throw new Error('BASE_URL says where the app is; it is not set');
    const engine = await started.open();
    await use(new Screen(engine, new URL(baseURL).origin));
    if (info.status !== info.expectedStatus) await engine.screenshot(info.outputPath('failed.png')).catch(() => undefined);
    await engine.close();
  },
});

test.beforeEach(({ engineName }) => {
  const missing = engineName === 'chromium' ? [] : missingPackages[engineName]();
  test.skip(missing.length > 0, `missing here: ${missing.join(', ')}`);
});

if (process.env.PICTURES) test('takes pictures of the main screens', ({ flowScreen, engineName }) => takePictures(flowScreen, engineName));
else for (const { rule, run } of flows) test(rule, ({ flowScreen }) => run(flowScreen));
