import { uuidv7 } from '@hearsay/service-runtime';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FakeUploads } from './fake-uploads.suite.js';
import { aGateway } from './gateway-under-test.suite.js';

const episode = `e${'a'.repeat(24)}`;
const words: Readonly<Record<string, string>> = { contentType: 'question', username: 'nora', key: episode, page: '1' };
const queries: Readonly<Record<string, string>> = { '/api/questions/:id/room': '?after=0' };
const asksNoService = (path: string) => path.startsWith('/api/docs') || path === '/*' || path === '/ws';

describe('one read an hour from an address', () => {
  const gateway = aGateway(
    { RATE_LIMIT_READS_ADDRESS: '1/3600' },
    { 'index.html': '<!doctype html><title>Hearsay</title>' },
  );
  let accountId: string;
  let cookie: string;
  let addresses = 0;
  beforeAll(() => {
    new FakeUploads(gateway.services);
    const ambassador = gateway.services.signIn('nora', { isAmbassador: true });
    cookie = ambassador.cookie;
    accountId = ambassador.person.id;
  });

  const pathOf = (route: string) =>
    route.replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => words[name] ?? accountId) + (queries[route] ?? '');
  const twice = async (method: string, path: string, headers: Record<string, string> = {}) => {
    addresses += 1;
    let port = 40_000;
    const ask = async () => {
      // Each connection of a client has another port.
      port += 1;
      const from = { 'x-forwarded-for': `10.0.0.${addresses}:${port}`, cookie, ...headers };
      const { status, body } = await fetch(`${gateway.url}${path}`, { method, headers: from });
      await body?.cancel();
      return status;
    };
    return [await ask(), await ask()] as const;
  };

  it('admits one call of each read, and refuses the second', async () => {
    const paths = gateway.gateway.calls
      .filter((call) => call.startsWith('GET '))
      .map((call) => call.slice('GET '.length));
    const reads = paths.filter((path) => !asksNoService(path));
    expect(reads).toEqual(expect.arrayContaining(['/api/feed', '/api/media/:key', '/sitemap.xml']));
    const wrong: string[] = [];
    for (const route of reads) {
      const [first, second] = await twice('GET', pathOf(route));
      if (first === 429 || second !== 429) wrong.push(`${route}: ${first}, ${second}`);
    }
    expect(wrong).toEqual([]);
  });

  it('admits one question about an upload and one picture', async () => {
    expect(await twice('HEAD', `/api/uploads/${uuidv7()}`, { 'tus-resumable': '1.0.0' })).toEqual([404, 429]);
    expect(await twice('GET', `/api/media/p${'a'.repeat(24)}`)).toEqual([404, 429]);
  });

  it('looks up a page’s content once, and then shows the page without it', async () => {
    expect(await twice('GET', `/questions/${uuidv7()}`, { accept: 'text/html' })).toEqual([404, 200]);
  });
});
