import { contentRpc, engagementRpc, identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limitPresets } from '../access/limit-rules.js';
import { FakeUploads } from './fake-uploads.suite.js';
import { gatewayForBlock, type HttpAnswer } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

const { strict } = limitPresets;
/** The length of each window. It is long, so that no window ends during a test. The counts are those of production. */
const seconds = 3600;
const limited = ['profile-changes', 'account-changes', 'searches', 'resets', 'guest-asks'] as const;
const longWindows = Object.fromEntries(
  limited.map((name) => [`RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`, `${strict[name].count}/${seconds}`]),
);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the limits of production', () => {
  const gateway = gatewayForBlock({ RATE_LIMITS: 'strict', ...longWindows });

  beforeAll(() => {
    gateway.services.on(identityRpc.changeProfile, () => ({}));
    gateway.services.on(identityRpc.endOtherSessions, () => ({}));
    gateway.services.on(identityRpc.searchPeople, () => ({ people: [] }));
  });

  const acts = {
    'profile-changes': (cookie: string, id: string) =>
      gateway.ask('PATCH', `/api/users/${id}/activity`, { cookie, body: { showActivity: true } }),
    'account-changes': (cookie: string) => gateway.ask('DELETE', '/api/auth/sessions', { cookie }),
    searches: (cookie: string) => gateway.get('/api/users/search?q=nora', cookie),
  } as const;
  const answersOf = async (count: number, act: (time: number) => Promise<HttpAnswer>) => {
    const answers: HttpAnswer[] = [];
    for (let time = 0; time < count; time += 1) answers.push(await act(time));
    return answers;
  };
  const statusesOf = (answers: readonly HttpAnswer[]) => answers.map(({ status }) => status);

  it.each(Object.keys(acts) as (keyof typeof acts)[])(
    '%s: admit their number, then 429 with the rest and the retry time',
    async (name) => {
      const { count } = strict[name];
      const { cookie, person } = gateway.fan;
      const answers = await answersOf(count + 1, () => acts[name](cookie, person.id));
      expect(statusesOf(answers)).toEqual([...times(count, 200), 429]);
      const policies = answers.map(({ headers }) => headers.get('ratelimit-policy'));
      expect(policies).toEqual(times(count + 1, `"${name}";q=${count};w=${seconds}`));
      const left = answers.map(({ headers }) =>
        /^"([\w-]+)";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.slice(1),
      );
      const rest = [...answers.keys()].map((act) => String(Math.max(0, count - 1 - act)));
      expect(left.map((parts) => parts?.slice(0, 2))).toEqual(rest.map((remaining) => [name, remaining]));
      const refused = answers.at(-1)!;
      expect(refused.body).toMatchObject({ code: 'rate_limited' });
      const [retryAfter, resets] = [Number(refused.headers.get('retry-after')), Number(left.at(-1)?.[2])];
      expect(resets).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(seconds);
      // The clock may reach the next second between the computations of the two headers.
      expect([resets, resets + 1]).toContain(retryAfter);
      const other = gateway.services.signIn(`other-${uuidv7()}`);
      expect((await acts[name](other.cookie, other.person.id)).status).toBe(200);
    },
  );

  it('visitors, registrations and reset links are counted by address', async () => {
    const { count } = strict.resets;
    const body = { token: 'invented', newPassword: 'secret2' };
    const reset = (time: number) =>
      gateway.ask('POST', '/api/auth/reset', { body, cookie: time % 2 === 0 ? gateway.fan.cookie : undefined });
    expect(statusesOf(await answersOf(count + 1, reset))).toEqual([...times(count, 404), 429]);
  });

  it('a guest’s anonymous questions and questions to one person are limited', async () => {
    const { count } = strict['guest-asks'];
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView({ isAnonymous: true }) }));
    const dialog = { title: 'Who are you?', targetUserId: gateway.fan.person.id, isAnonymous: true };
    const ask = (body: object, cookie?: string) => gateway.ask('POST', '/api/questions', { body, cookie });
    for (const body of [{ ...dialog, targetUserId: null }, { ...dialog, isAnonymous: false }, {}])
      expect((await ask(body)).status).toBe(401);
    expect(statusesOf(await answersOf(count + 1, () => ask(dialog)))).toEqual([...times(count, 201), 429]);
    expect((await ask(dialog, gateway.fan.cookie)).status).toBe(201);
  });

  it('answers to acts without a limit have no limit headers', async () => {
    expect((await gateway.get('/api/auth/sessions')).headers.get('ratelimit')).toBeNull();
  });
});

const episode = `e${'a'.repeat(24)}`;
const words: Readonly<Record<string, string>> = { contentType: 'question', username: 'nora', key: episode, page: '1' };
const queries: Readonly<Record<string, string>> = {
  '/api/questions/:id/room': '?after=0',
  '/api/search': '?q=bell',
  '/api/users/:id/posts': '?kind=answer',
};
const asksNoService = (path: string) => path.startsWith('/api/docs') || path === '/*' || path === '/ws';

describe('one read an hour from an address', () => {
  const gateway = gatewayForBlock(
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
    route
      .replace(/:key\([^)]*\)/, 'k'.repeat(22))
      .replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => words[name] ?? accountId) + (queries[route] ?? '');
  const twice = async (method: string, path: string, headers: Record<string, string> = {}) => {
    addresses += 1;
    let port = 40_000;
    const ask = async () => {
      // Each connection of a client comes from another port.
      port += 1;
      const from = { 'x-forwarded-for': `10.0.0.${addresses}:${port}`, cookie, ...headers };
      const { status, body } = await fetch(`${gateway.url}${path}`, { method, headers: from });
      await body?.cancel();
      return status;
    };
    return [await ask(), await ask()] as const;
  };

  it('if the limit is 1 read, each route answers one call and refuses the next', async () => {
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

  it('requests for the offset of an upload and for a picture count as reads', async () => {
    expect(await twice('HEAD', `/api/uploads/${uuidv7()}`, { 'tus-resumable': '1.0.0' })).toEqual([404, 429]);
    expect(await twice('GET', `/api/media/p${'a'.repeat(24)}`)).toEqual([404, 429]);
  });

  it('above the limit of reads, a page is served without its own title and meta', async () => {
    expect(await twice('GET', `/questions/${uuidv7()}`, { accept: 'text/html' })).toEqual([404, 200]);
  });
});

const most = 3;

describe('a flood of visitors’ reads', () => {
  const gateway = gatewayForBlock({ VISITOR_CALLS_PER_SERVICE: `${most}` });
  let [asked, open, maxOpen] = [0, 0, 0];
  let letGo = () => {};
  afterEach(() => letGo());

  beforeEach(() => {
    [asked, open, maxOpen] = [0, 0, 0];
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    gateway.services.on(contentRpc.roomHeads, ({ questionIds }) => ({
      rooms: questionIds.map((questionId) => ({ questionId, lastNumber: 1, replyCount: 1, isHiding: false })),
    }));
    gateway.services.on(contentRpc.roomEntries, async (_input, { accountId }) => {
      const answer = { entries: [], to: 0, lastNumber: 0, replyCount: 0 };
      if (accountId !== null) return answer;
      asked += 1;
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      await gate;
      open -= 1;
      return answer;
    });
  });

  const room = (cookie?: string) => gateway.get(`/api/questions/${uuidv7()}/room?after=0`, cookie);
  const statusesOf = async (answers: Promise<{ status: number }>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status));

  it('a flood reaches a service as few calls at once, and delays no boosts', async () => {
    const { cookie } = gateway.fan;
    const questionId = uuidv7();
    const boosted = { isBoosted: true, boostCount: 1, boostPeak: 1, questionId, hasReachedThreshold: false };
    gateway.services.on(engagementRpc.setBoost, () => boosted);
    const flood = Array.from({ length: 30 }, () => room());
    await eventually('as many are asked as there are slots', () => asked >= most);
    const boost = await gateway.ask('POST', `/api/questions/${questionId}/boost`, { cookie, body: {} });
    expect(boost).toMatchObject({ status: 200, body: { isBoosted: true, boostCount: 1 } });
    expect((await room(cookie)).status).toBe(200);
    letGo();
    expect(await statusesOf(flood)).toEqual(new Set([200]));
    expect([asked, maxOpen]).toEqual([30, most]);
  });

  it('a call that a service refuses frees its slot', async () => {
    gateway.services.refuse(contentRpc.roomEntries, 'not_found');
    expect(await statusesOf(Array.from({ length: 3 * most }, () => room()))).toEqual(new Set([404]));
    expect((await room()).status).toBe(404);
  });
});
