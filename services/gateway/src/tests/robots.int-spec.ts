import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { contentRpc } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

/** `fetch` takes no other Host. */
const withHost = (url: string, host: string) =>
  new Promise<{ cache: string | undefined; text: string }>((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      text(response).then((body) => resolve({ cache: response.headers['cache-control'], text: body }), reject);
    }).on('error', reject);
  });

it.each([
  [
    'names the configured address to search engines, whatever the Host is',
    'https://hearsay.example',
    'https://hearsay.example',
    'public',
  ],
  ['keeps what names the Host of a request out of shared caches', '', 'http://elsewhere.example', 'private'],
])('%s', async (_name, PUBLIC_URL, origin, cache) => {
  const gateway = await GatewayUnderTest.start({ PUBLIC_URL }, { 'index.html': '<title>Hearsay</title>' });
  gateway.services.on(contentRpc.feed, () => ({ items: [], anchor: null }));
  for (const path of ['robots.txt', 'sitemap.xml', 'sitemap-1.xml']) {
    const answer = await withHost(`${gateway.url}/${path}`, 'elsewhere.example');
    expect([path, answer.cache]).toEqual([path, `${cache}, max-age=3600`]);
    expect(answer.text).toContain(`${origin}/`);
    if (PUBLIC_URL !== '') expect(answer.text).not.toContain('elsewhere');
  }
  await gateway.stop();
});
