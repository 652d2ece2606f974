import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

const filesOf = (build: string) => ({
  'index.html': `<!doctype html><script type="module" src="/assets/app-${build}.js"></script>`,
  [`assets/app-${build}.js`]: `import('./later-${build}.js')`,
  [`assets/later-${build}.js`]: `export const build = '${build}'`,
  [`assets/style-${build}.css`]: `body { color: ${build} }`,
});

/** Gateways as behind a load balancer during an upgrade. They share the media store, but have different builds. */
describe('two gateways of two builds', () => {
  let old: GatewayUnderTest;
  let next: GatewayUnderTest;
  beforeEach(async () => {
    old = await GatewayUnderTest.start({}, filesOf('red'));
    next = await GatewayUnderTest.start({ MEDIA_URL: pathToFileURL(old.mediaFolder).href }, filesOf('blue'));
  });

  it('each serves the lazy chunks of both builds', async () => {
    const lateCodeOf = async (page: GatewayUnderTest, code: GatewayUnderTest): Promise<string> => {
      const app = /src="([^"]+)"/.exec((await page.get('/')).text)![1]!;
      const later = /'\.\/([^']+)'/.exec((await code.get(app)).text)![1]!;
      const { status, headers, text } = await code.get(`/assets/${later}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/javascript; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      return text;
    };
    expect(await lateCodeOf(old, next)).toBe("export const build = 'red'");
    expect(await lateCodeOf(next, old)).toBe("export const build = 'blue'");
    expect(await lateCodeOf(next, next)).toBe("export const build = 'blue'");
  });

  it('both serve style sheets of the other build, and answer 404 for unknown files', async () => {
    const { status, headers } = await next.get('/assets/style-red.css');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect((await next.get('/assets/later-green.js')).status).toBe(404);
  });
});

it('a gateway starts while the media store is away, and serves its own build', async () => {
  const gateway = await GatewayUnderTest.start({ MEDIA_URL: 'file:///dev/null/media' }, filesOf('red'));
  expect((await gateway.get('/assets/later-red.js')).status).toBe(200);
  expect((await gateway.get('/assets/later-blue.js')).status).toBe(503);
});
