import { contentRpc, webPagePaths } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import { podcastView } from './fake-uploads.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';
import { rawRequest } from './raw-request.suite.js';
import { questionView, replyView } from './views.suite.js';

const secret = 'nobody may read this yet';
const script = "document.documentElement.dataset.theme = 'dark'";
const document = `<!doctype html><html><head><meta name="description" content="Ask." /><script>${script}</script><title>Hearsay</title></head></html>`;
const noIndex = '<meta name="robots" content="noindex" />';

describe('pages of the web app', () => {
  const gateway = gatewayForBlock({}, { 'index.html': document });
  let questions: FakeQuestions;
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
  });

  const page = (path: string, method = 'GET') => gateway.ask(method, path, { headers: { accept: 'text/html' } });
  const person = (username: string) => gateway.services.signIn(username).person;
  const ogTitle = (title: string) => `<meta property="og:title" content="${title}" />`;
  const addressesIn = (html: string) =>
    [...html.matchAll(/<(?:link rel="canonical" href|meta property="og:url" content)="([^"]*)" \/>/g)].map(
      ([, address]) => address,
    );
  /** Adds a question with one reply. `locate` finds both. */
  const replied = (changes: () => object = () => ({})) => {
    const reply = replyView({ content: 'Before "noon".' });
    const { id } = questions.ask(questionView({ title: 'When?' }), [reply]);
    const shown = () => ({ reply: { ...reply, questionId: id, ...changes() }, parentTitle: 'When?' });
    gateway.services.on(contentRpc.reply, shown);
    gateway.services.on(contentRpc.locate, ({ id: wanted }) => {
      if (wanted === id) return { location: { id, contentType: 'question', questionId: null } };
      return { location: { id: wanted, contentType: 'discussion', questionId: id } };
    });
    return { id, reply };
  };

  it('a question’s page describes it for previews of its link', async () => {
    const nadia = person('nadia');
    const asked = { title: 'Who is <b>"$&"</b>?', description: 'Said aloud', authorId: nadia.id };
    const { id } = questions.ask(questionView(asked));
    const { status, text, headers } = await page(`/questions/${id}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const line of [
      '<title>Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;? · Hearsay</title>',
      '<meta name="description" content="Asked by nadia. Said aloud" />',
      ogTitle('Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;?'),
      `<meta property="og:url" content="${gateway.url}/questions/${id}" />`,
      `<meta property="og:image" content="${gateway.url}/previews/${id}.png" />`,
      '<meta name="twitter:card" content="summary_large_image" />',
    ])
      expect(text).toContain(line);
    const unchanged = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect(await gateway.ask('GET', `/questions/${id}`, unchanged)).toMatchObject({ status: 304, text: '' });
  });

  it('pages never contain locked words or an anonymous asker', async () => {
    const { person, cookie } = gateway.fan;
    const lock = { isRevealed: false, description: secret, replyBoostThreshold: 3 };
    const { id } = questions.ask(questionView({ ...lock, isAnonymous: true, authorId: person.id }));
    questions.own.set(person.id, new Map([[id, secret]]));
    for (const path of [`/questions/${id}`, `/question/${id}`, `/previews/${id}.png`])
      for (const own of [undefined, cookie]) {
        const { status, text } = await gateway.ask('GET', path, { cookie: own, headers: { accept: 'text/html' } });
        expect(status).toBe(200);
        for (const told of [secret, person.username, person.id]) expect(text).not.toContain(told);
      }
    const { text } = await page(`/questions/${id}`);
    expect(text).toContain('content="Asked anonymously. 3 more boosts and everyone hears it."');
  });

  it('pages describe a person by id and by name, but no unknown person', async () => {
    const { id } = person('maren');
    for (const path of ['/@maren', '/profile/maren', `/profile/${id}`])
      expect(await page(path)).toMatchObject({ status: 200, text: expect.stringContaining(ogTitle('maren')) });
    for (const path of ['/@stranger', '/profile/stranger', `/profile/${uuidv7()}`])
      expect((await page(path)).status).toBe(404);
  });

  it('a reply’s page contains its current words, and never locked words', async () => {
    let shown: object = {};
    const { reply } = replied(() => ({ authorId, ...shown }));
    const authorId = person('nadia').id;
    for (const path of [`/reply/${reply.id}`, `/content/${reply.id}`]) {
      for (const [now, description] of [
        [{}, 'A reply by nadia. Before &quot;noon&quot;.'],
        [{ content: 'After.' }, 'A reply by nadia. After.'],
        [{ isAnonymous: true }, 'An anonymous reply. Before &quot;noon&quot;.'],
      ] as const) {
        shown = now;
        const { text } = await page(path);
        expect(text).toContain(`<meta property="og:description" content="${description}" />`);
        expect(text).toContain(ogTitle('When?'));
      }
      shown = { isRevealed: false, content: secret };
      const { text } = await page(path);
      expect([text.includes(ogTitle('When?')), text.includes(secret)]).toEqual([true, false]);
    }
  });

  it('an episode’s page describes it', async () => {
    const id = uuidv7();
    const podcast = podcastView({ id, authorId: person('lou').id, description: 'On being late' });
    gateway.services.on(contentRpc.podcast, () => ({ podcast }));
    const description = 'content="An episode by lou. On being late"';
    expect(await page(`/podcasts/${id}`)).toMatchObject({ status: 200, text: expect.stringContaining(description) });
    gateway.services.refuse(contentRpc.podcast, 'not_found');
    expect((await page(`/podcasts/${id}`)).status).toBe(404);
  });

  describe('have one canonical address', () => {
    const ofQuestion = 'questions/ID question/ID Questions/ID/ content/ID questions/ID. question/ID). content/ID,';
    it.each([
      ['a question', `${ofQuestion} questions/ID?a=b`, 'question', (id: string) => id],
      ['a question in upper case', ofQuestion, 'question', (id: string) => id.toUpperCase()],
      ['a reply', 'reply/ID content/ID REPLY/ID/ reply/ID. content/ID%29', 'reply', (id: string) => id],
    ])('for %s', async (_what, paths, kind, spelled) => {
      const { id, reply } = replied();
      const [given, path] = kind === 'reply' ? [reply.id, `/reply/${reply.id}`] : [id, `/questions/${id}`];
      const address = gateway.url + path;
      for (const path of paths.split(' ')) {
        const { status, text } = await page(`/${path.replace('ID', spelled(given))}`);
        expect([path, status, addressesIn(text)]).toEqual([path, 200, [address, address]]);
      }
      for (const wrong of [`/questions/${id}-`, `/questions/${id}.a`, `/api/questions/${id}.`])
        expect((await page(wrong)).status).toBe(404);
    });

    it('a person’s page has a canonical address, even if the name ends with a dot', async () => {
      const { id } = person('J. R.');
      const address = `${gateway.url}/@J.%20R.`;
      for (const path of ['@J.%20R.', 'profile/J.%20R.', 'profile/J.%20R./', `profile/${id}`, `profile/${id}.`]) {
        const { status, text } = await page(`/${path}`);
        expect([path, status, addressesIn(text)]).toEqual([path, 200, [address, address]]);
      }
    });

    it('pages of the app have a canonical address, and missing pages have none', async () => {
      for (const path of ['/discover', '/Discover/', '/discover?a=b'])
        expect(addressesIn((await page(path)).text)).toEqual([`${gateway.url}/discover`]);
      for (const path of ['/gone', `/questions/${uuidv7()}`, '/reset/a.b'])
        expect(addressesIn((await page(path)).text)).toEqual([]);
    });
  });

  it.each(['*/*', 'image/png', undefined])(
    'a person’s page is shown for a name with a dot, with Accept %s',
    async (accept) => {
      person('maya.winters');
      // `fetch` always sends an Accept header.
      const read = (path: string) =>
        rawRequest(gateway.gateway.port, `GET ${path}`, accept === undefined ? {} : { accept });
      const text = expect.stringContaining(ogTitle('maya.winters'));
      for (const path of ['/@maya.winters', '/%40maya.winters/', '/profile/maya.winters', '/PROFILE/maya.winters'])
        expect(await read(path)).toMatchObject({ status: 200, text });
      expect([(await read('/@nobody.here')).status, (await read('/reset/a.b')).status]).toEqual([404, 200]);
    },
  );

  it('every path of the app leads to its page, even if it could be a person’s name', async () => {
    for (const path of webPagePaths.filter((one) => !one.includes(':')))
      expect([path, (await page(`/${path}`)).status]).toEqual([path, 200]);
  });

  it('missing content and broken paths get 404 with the app as body', async () => {
    const gone = ['questions', 'content', 'reply'].map((kind) => `/${kind}/${uuidv7()}`);
    const unknown = ['/questions/nonsense', '/apiary', '/a/b/c', '/@', '/questions', '/apifoo', '/api-docs', '/wsx'];
    const broken = ['/nope%', '/@ab%', '/%', '/%zz', '/%ff', '/questions/%e2%82', '/nope%?q=%', '/%00', '/@a%00b'];
    gateway.services.refuse(contentRpc.locate, 'not_found');
    gateway.services.refuse(contentRpc.reply, 'not_found');
    for (const path of [...gone, ...unknown, ...broken]) {
      const { status, text, headers } = await page(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      for (const part of [noIndex, '<title>Hearsay</title>']) expect(text).toContain(part);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    }
  });

  it.each(['/api/nope%', '/api/questions/%'])('the API answers %s, not a page', async (path) => {
    const answer = await page(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  });

  it('pages answer HEAD like GET, without the body', async () => {
    const { id } = questions.ask(questionView());
    for (const [path, status] of [
      [`/questions/${id}`, 200],
      ['/apiary', 404],
      ['/login', 200],
    ] as const)
      expect(await page(path, 'HEAD')).toMatchObject({ status, text: '' });
  });

  it('pages are served even if their content cannot be looked up', async () => {
    gateway.services.refuse(contentRpc.roomHeads, 'unavailable');
    expect(await page(`/questions/${uuidv7()}`)).toMatchObject({ status: 200, text: document });
  });

  it('pages allow their own inline scripts only by hash', async () => {
    const policy = (await page('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it('each question has a preview picture, and a missing question has none', async () => {
    const long = questions.ask(questionView({ title: 'Why? '.repeat(60) }));
    const locked = questions.ask(questionView({ title: '何が？', isRevealed: false, replyBoostThreshold: 9 }));
    for (const { id } of [long, locked]) {
      const response = await fetch(`${gateway.url}/previews/${id}.png`);
      const { status, headers } = response;
      const [type, cache] = ['content-type', 'cache-control'].map((name) => headers.get(name));
      expect([status, type, cache]).toEqual([200, 'image/png', 'public, max-age=600']);
      const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(picture).toMatchObject({ format: 'png', width: 1200, height: 630 });
    }
    for (const name of [uuidv7(), 'nonsense']) expect((await gateway.get(`/previews/${name}.png`)).status).toBe(404);
  });

  it('pages of people and episodes link a preview picture, and missing ones have none', async () => {
    const { id: personId } = person('lena');
    const podcastId = uuidv7();
    const podcast = podcastView({ id: podcastId, authorId: personId, title: 'On being late' });
    gateway.services.on(contentRpc.podcast, () => ({ podcast }));
    for (const [path, picture] of [
      ['@lena', `users/${personId}`],
      [`podcasts/${podcastId}`, `podcasts/${podcastId}`],
    ] as const) {
      const { text } = await page(`/${path}`);
      expect(text).toContain(`<meta property="og:image" content="${gateway.url}/previews/${picture}.png" />`);
      expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />');
      const response = await fetch(`${gateway.url}/previews/${picture}.png`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const drawn = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(drawn).toMatchObject({ format: 'png', width: 1200, height: 630 });
    }
    gateway.services.refuse(contentRpc.podcast, 'not_found');
    for (const gone of [`podcasts/${podcastId}`, `users/${uuidv7()}`, `users/${podcastId}`, 'users/nonsense'])
      expect([gone, (await gateway.get(`/previews/${gone}.png`)).status]).toEqual([gone, 404]);
  });

  it('a preview is drawn again only if its content has changed', async () => {
    const someone = person('milo');
    const pictureOf = async () => (await gateway.get(`/previews/users/${someone.id}.png`)).text;
    const first = await pictureOf();
    gateway.services.people.set(someone.id, { ...someone, profileImage: '/api/media/p1', showActivity: false });
    expect(await pictureOf()).toBe(first);
    for (const change of [{ level: 2 }, { invitation: 'Ask me about night trains' }]) {
      gateway.services.people.set(someone.id, { ...someone, ...change });
      expect(await pictureOf()).not.toBe(first);
    }
  });

  it('concurrent requests for a preview share one drawing', async () => {
    const { id } = person('ada');
    const answers = await Promise.all(Array.from({ length: 40 }, () => gateway.get(`/previews/users/${id}.png`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('receipt pages send no referrer with links', async () => {
    const { status, headers } = await page('/receipt');
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect((await page('/discover')).headers.get('referrer-policy')).toBe('same-origin');
  });

  it('the sitemap lists questions for search engines, page by page', async () => {
    const all = Array.from({ length: 1001 }, () => questionView());
    gateway.services.on(contentRpc.feed, ({ page: number, limit }) => ({
      items: all.slice((number - 1) * limit, number * limit).map((question) => questionPlace(question)),
      anchor: null,
    }));
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'for=203.0.113.1;host=evil.example' };
    const listed = async (path: string) => {
      const { text, headers: answered } = await gateway.ask('GET', path, { headers });
      expect(answered.get('content-type')).toContain('application/xml');
      return [...text.matchAll(/<loc>([^<]+)/g)].map(([, loc]) => loc?.replace(gateway.url, ''));
    };
    expect(await listed('/sitemap.xml')).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
    const paths = all.map(({ id }) => `/questions/${id}`);
    expect(await listed('/sitemap-1.xml')).toEqual(['/', ...paths.slice(0, 1000)]);
    expect(await listed('/sitemap-2.xml')).toEqual(paths.slice(1000));
    for (const path of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-11.xml'])
      expect([path, (await gateway.get(path)).status]).toEqual([path, 404]);
  });
});

it.each([
  ['name the configured address to search engines, for any Host', 'https://hearsay.example', 'public'],
  ['that name the Host of a request stay out of shared caches', '', 'private'],
])('lists of pages %s', async (_rule, PUBLIC_URL, cache) => {
  const gateway = await GatewayUnderTest.start({ PUBLIC_URL }, { 'index.html': document });
  new FakeQuestions(gateway.services);
  for (const path of ['robots.txt', 'sitemap.xml', 'sitemap-1.xml']) {
    const answer = await rawRequest(gateway.gateway.port, `GET /${path}`, { host: 'elsewhere.example' });
    expect([path, answer.headers['cache-control']]).toEqual([path, `${cache}, max-age=3600`]);
    expect(answer.text).toContain(`${PUBLIC_URL || 'http://elsewhere.example'}/`);
    if (PUBLIC_URL !== '') expect(answer.text).not.toContain('elsewhere');
  }
});

it('pages have their own limit by address, with a retry time', async () => {
  const gateway = await GatewayUnderTest.start({ RATE_LIMIT_PAGES: '4/3600' }, { 'index.html': document, 'sw.js': '' });
  const { cookie } = gateway.services.signIn('nora');
  const from = (address: string, path: string, own?: string) =>
    gateway.ask('GET', path, { cookie: own, headers: { 'x-forwarded-for': address } });
  const [one, same, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'] as const;
  for (const [path, status] of Object.entries({ '/': 200, '/sw.js': 200, '/gone.png': 404, '/api/docs-json': 200 }))
    expect((await from(one, path)).status).toBe(status);
  const refused = await from(same, '/api/docs');
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', requestId: expect.any(String) } });
  const retryAfter = Number(refused.headers.get('retry-after'));
  expect([retryAfter >= 1, retryAfter <= 3600]).toEqual([true, true]);
  // Signed-in users share the limit of their address. API calls have their own limits.
  expect((await from(one, '/', cookie)).status).toBe(429);
  expect((await from(one, '/api/auth/user', cookie)).status).toBe(200);
  expect((await from(other, '/')).status).toBe(200);
});
