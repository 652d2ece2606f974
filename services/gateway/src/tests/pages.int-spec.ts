import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { contentRpc, identityRpc, Refusal, webPagePaths } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

/** `fetch` always sends an Accept header, but some crawlers send none. */
const withoutAccept = (url: string, accept: string | undefined) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    get(url, { headers: accept === undefined ? {} : { accept } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    }).on('error', reject);
  });

const secret = 'nobody may read this yet';
const script = "document.documentElement.dataset.theme = 'dark'";
const document = `<!doctype html><html><head><meta name="description" content="Ask." /><script>${script}</script><title>Hearsay</title></head></html>`;

describe('pages of the web app', () => {
  let gateway: GatewayUnderTest;
  let questions: FakeQuestions;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({}, { 'index.html': document });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
  });

  const page = (path: string, method = 'GET') => gateway.ask(method, path, { headers: { accept: 'text/html' } });
  const podcast = (changes: object = {}) => ({
    ...{
      id: uuidv7(),
      title: 'Late',
      description: 'On being late',
      mediaKey: `e${'a'.repeat(24)}`,
      mediaType: 'audio',
      duration: 61,
    },
    ...{
      waveform: null,
      playCount: 0,
      isMine: false,
      isEdited: false,
      createdAt: '2026-02-03T04:05:06.789Z',
      authorId: null,
      ...changes,
    },
  });

  it('describe a question to all readers of its link', async () => {
    const { person } = gateway.services.signIn('nadia');
    const question = questions.ask(
      questionView({ title: 'Who is <b>"$&"</b>?', description: 'Said aloud', authorId: person.id }),
    );
    const { status, text, headers } = await page(`/questions/${question.id}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toContain('<title>Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;? · Hearsay</title>');
    expect(text).toContain('<meta name="description" content="Asked by nadia. Said aloud" />');
    expect(text).toContain('<meta property="og:title" content="Who is &lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;?" />');
    expect(text).toContain(`<meta property="og:url" content="${gateway.url}/questions/${question.id}" />`);
    expect(text).toContain(`<meta property="og:image" content="${gateway.url}/previews/${question.id}.png" />`);
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />');
    const again = await gateway.ask('GET', `/questions/${question.id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('never hold locked words or an anonymous asker', async () => {
    const { person, cookie } = gateway.services.signIn('the-sealed-author');
    const question = questions.ask(
      questionView({
        isAnonymous: true,
        authorId: person.id,
        isRevealed: false,
        description: secret,
        replyBoostThreshold: 3,
      }),
    );
    questions.own.set(person.id, new Map([[question.id, secret]]));
    for (const path of [`/questions/${question.id}`, `/question/${question.id}`, `/previews/${question.id}.png`]) {
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const { status, text } = await gateway.ask('GET', path, { headers: { accept: 'text/html', ...headers } });
        expect(status).toBe(200);
        for (const told of [secret, person.username, person.id]) expect(text).not.toContain(told);
      }
    }
    const { text } = await page(`/questions/${question.id}`);
    expect(text).toContain('content="Asked anonymously. 3 more boosts and everyone hears it."');
  });

  it('describe a person by id and by name, and no unknown person', async () => {
    const { person } = gateway.services.signIn('maren');
    gateway.services.on(identityRpc.personByName, ({ username }: { username: string }) => ({
      person: username === 'maren' ? person : null,
    }));
    gateway.services.on(identityRpc.mayAsk, () => ({ mayAsk: true }));
    for (const path of ['/@maren', '/profile/maren', `/profile/${person.id}`]) {
      expect(await page(path)).toMatchObject({
        status: 200,
        text: expect.stringContaining('<meta property="og:title" content="maren" />'),
      });
    }
    for (const path of ['/@stranger', '/profile/stranger', `/profile/${uuidv7()}`])
      expect((await page(path)).status).toBe(404);
  });

  describe('have one canonical address', () => {
    const addressesIn = (text: string) =>
      [...text.matchAll(/<link rel="canonical" href="([^"]*)" \/>|<meta property="og:url" content="([^"]*)" \/>/g)].map(
        ([, canonical, url]) => canonical ?? url,
      );

    it('for a question, its replies and punctuation after an id', async () => {
      const reply = replyView({ content: 'Aloud.' });
      const { id } = questions.ask(questionView(), [reply]);
      gateway.services.on(contentRpc.reply, () => ({ reply: { ...reply, questionId: id }, parentTitle: 'Why?' }));
      gateway.services.on(contentRpc.locate, ({ id: wanted }: { id: string }) => ({
        location: {
          id: wanted,
          contentType: wanted === id ? 'question' : 'discussion',
          questionId: wanted === id ? null : id,
        },
      }));
      const ofQuestion = [
        'questions/ID',
        'question/ID',
        'Questions/ID/',
        'content/ID',
        'questions/ID.',
        'question/ID).',
        'content/ID,',
        'questions/ID?a=b',
      ];
      const ofReply = ['reply/ID', 'content/ID', 'REPLY/ID/', 'reply/ID.', 'content/ID%29'];
      for (const [paths, of, one] of [
        [ofQuestion, id, `/questions/${id}`],
        [ofQuestion, id.toUpperCase(), `/questions/${id}`],
        [ofReply, reply.id, `/reply/${reply.id}`],
      ] as const) {
        for (const path of paths) {
          const { status, text } = await page(`/${path.replace('ID', of)}`);
          expect([path, status, addressesIn(text)]).toEqual([path, 200, [gateway.url + one, gateway.url + one]]);
        }
      }
      for (const path of [`/questions/${id}-`, `/questions/${id}.a`, `/api/questions/${id}.`])
        expect((await page(path)).status).toBe(404);
    });

    it('for a person, whose name may end with a dot', async () => {
      const { person } = gateway.services.signIn('J. R.');
      gateway.services.on(identityRpc.personByName, ({ username }: { username: string }) => ({
        person: username === person.username ? person : null,
      }));
      gateway.services.on(identityRpc.mayAsk, () => ({ mayAsk: true }));
      for (const path of [
        '/@J.%20R.',
        '/profile/J.%20R.',
        '/profile/J.%20R./',
        `/profile/${person.id}`,
        `/profile/${person.id}.`,
      ]) {
        const { status, text } = await page(path);
        expect([path, status, addressesIn(text)]).toEqual([
          path,
          200,
          [`${gateway.url}/@J.%20R.`, `${gateway.url}/@J.%20R.`],
        ]);
      }
    });

    it('for pages of their own, and for none that is not there', async () => {
      for (const path of ['/discover', '/Discover/', '/discover?a=b'])
        expect(addressesIn((await page(path)).text)).toEqual([`${gateway.url}/discover`]);
      for (const path of ['/gone', `/questions/${uuidv7()}`, '/reset/a.b'])
        expect(addressesIn((await page(path)).text)).toEqual([]);
    });
  });

  it('hold the current words of a reply, and never locked ones', async () => {
    const { person } = gateway.services.signIn('nadia');
    const reply = replyView({ content: 'Before "noon".', authorId: person.id });
    const { id: questionId } = questions.ask(questionView({ title: 'When?' }), [reply]);
    let shown: object = {};
    gateway.services.on(contentRpc.reply, () => ({ reply: { ...reply, questionId, ...shown }, parentTitle: 'When?' }));
    gateway.services.on(contentRpc.locate, () => ({
      location: { id: reply.id, contentType: 'discussion', questionId },
    }));
    for (const path of [`/reply/${reply.id}`, `/content/${reply.id}`]) {
      for (const [now, description] of [
        [{}, 'A reply by nadia. Before &quot;noon&quot;.'],
        [{ content: 'After.' }, 'A reply by nadia. After.'],
        [{ isAnonymous: true }, 'An anonymous reply. Before &quot;noon&quot;.'],
      ] as const) {
        shown = now;
        const { text } = await page(path);
        expect(text).toContain(`<meta property="og:description" content="${description}" />`);
        expect(text).toContain('<meta property="og:title" content="When?" />');
      }
      shown = { isRevealed: false, content: secret };
      const { text } = await page(path);
      expect(text).toContain('<meta property="og:title" content="When?" />');
      expect(text).not.toContain(secret);
    }
  });

  it('describe an episode', async () => {
    const { person } = gateway.services.signIn('lou');
    const episode = podcast({ authorId: person.id });
    gateway.services.on(contentRpc.podcast, ({ id }: { id: string }) => {
      if (id !== episode.id) throw new Refusal('not_found');
      return { podcast: episode };
    });
    expect(await page(`/podcasts/${episode.id}`)).toMatchObject({
      status: 200,
      text: expect.stringContaining('content="An episode by lou. On being late"'),
    });
    expect((await page(`/podcasts/${uuidv7()}`)).status).toBe(404);
  });

  it('exist under every name of the app, also if a person could have it', async () => {
    for (const path of webPagePaths.filter((one) => !one.includes(':'))) {
      expect([path, (await page(`/${path}`)).status]).toEqual([path, 200]);
    }
  });

  it('are 404 for missing content, with the app', async () => {
    const gone = questions.ask(questionView());
    questions.asked.delete(gone.id);
    const paths = [
      `/questions/${gone.id}`,
      `/questions/${uuidv7()}`,
      '/questions/nonsense',
      '/apiary',
      '/a/b/c',
      '/@',
      '/questions',
    ];
    for (const path of [...paths, `/content/${uuidv7()}`, `/reply/${uuidv7()}`]) {
      const { status, text } = await page(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('<meta name="robots" content="noindex" />');
      expect(text).toContain('<title>Hearsay</title>');
    }
  });

  it('answer HEAD like GET, without the body', async () => {
    const question = questions.ask(questionView());
    expect(await page(`/questions/${question.id}`, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await page('/apiary', 'HEAD')).toMatchObject({ status: 404, text: '' });
    expect(await page('/login', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it.each(['*/*', 'image/png', undefined])('are shown for a name with a dot, with Accept %s', async (accept) => {
    const { person } = gateway.services.signIn('maya.winters');
    gateway.services.on(identityRpc.personByName, ({ username }: { username: string }) => ({
      person: username === person.username ? person : null,
    }));
    gateway.services.on(identityRpc.mayAsk, () => ({ mayAsk: true }));
    for (const path of ['/@maya.winters', '/%40maya.winters/', '/profile/maya.winters', '/PROFILE/maya.winters']) {
      const response = await withoutAccept(`${gateway.url}${path}`, accept);
      expect(response).toMatchObject({
        status: 200,
        text: expect.stringContaining('<meta property="og:title" content="maya.winters'),
      });
    }
    expect((await withoutAccept(`${gateway.url}/@nobody.here`, accept)).status).toBe(404);
    expect((await withoutAccept(`${gateway.url}/reset/a.b`, accept)).status).toBe(200);
  });

  it.each([
    '/nope%',
    '/@ab%',
    '/%',
    '/%zz',
    '/%ff',
    '/questions/%e2%82',
    '/nope%?q=%',
    '/apifoo',
    '/api-docs',
    '/wsx',
    '/%00',
    '/@a%00b',
  ])('answer %s with the page for missing content', async (path) => {
    gateway.services.on(identityRpc.personByName, () => ({ person: null }));
    const { status, text, headers } = await page(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('<meta name="robots" content="noindex" />');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each([
    ['/api/nope%', 400],
    ['/api/questions/%', 400],
    ['/api', 404],
    ['/api?a', 404],
    ['/ws/more', 404],
  ])('leave %s to the API, which answers %s', async (path, status) => {
    const answer = await page(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8']);
  });

  it('are shown also if the content cannot be looked up', async () => {
    gateway.services.on(contentRpc.roomHeads, () => {
      throw new Refusal('unavailable');
    });
    expect(await page(`/questions/${uuidv7()}`)).toMatchObject({ status: 200, text: document });
  });

  it('allow their own scripts only by hash', async () => {
    const policy = (await page('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it('have a picture of each question, and none of missing ones', async () => {
    const [open, locked] = [
      questions.ask(questionView({ title: 'Why? '.repeat(60) })),
      questions.ask(questionView({ title: '何が？', isRevealed: false, replyBoostThreshold: 9 })),
    ];
    for (const { id } of [open, locked]) {
      const response = await fetch(`${gateway.url}/previews/${id}.png`);
      expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        ...[200, 'image/png', 'public, max-age=600'],
      ]);
      expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
        format: 'png',
        width: 1200,
        height: 630,
      });
    }
    expect((await gateway.ask('GET', `/previews/${uuidv7()}.png`)).status).toBe(404);
    expect((await gateway.ask('GET', '/previews/nonsense.png')).status).toBe(404);
  });

  it('are listed for search engines, page by page', async () => {
    const all = Array.from({ length: 1001 }, () => questionView());
    gateway.services.on(contentRpc.feed, ({ page: number, limit }: { page: number; limit: number }) => ({
      items: all.slice((number - 1) * limit, number * limit).map((question) => questionPlace(question)),
      anchor: null,
    }));
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'for=203.0.113.1;host=evil.example' };
    expect((await gateway.ask('GET', '/robots.txt', { headers })).text).toContain(
      `Sitemap: ${gateway.url}/sitemap.xml`,
    );
    const index = await gateway.ask('GET', '/sitemap.xml', { headers });
    expect(index.headers.get('content-type')).toContain('application/xml');
    expect([...index.text.matchAll(/<loc>([^<]+)/g)].map(([, loc]) => loc)).toEqual([
      `${gateway.url}/sitemap-1.xml`,
      `${gateway.url}/sitemap-2.xml`,
    ]);
    const listed = async (number: number) =>
      [...(await gateway.ask('GET', `/sitemap-${number}.xml`)).text.matchAll(/<loc>([^<]+)/g)].map(([, loc]) => loc);
    expect(await listed(1)).toEqual([
      `${gateway.url}/`,
      ...all.slice(0, 1000).map(({ id }) => `${gateway.url}/questions/${id}`),
    ]);
    expect(await listed(2)).toEqual([`${gateway.url}/questions/${all[1000]!.id}`]);
    for (const path of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-11.xml'])
      expect([path, (await gateway.ask('GET', path)).status]).toEqual([path, 404]);
  });
});
