import { contentRpc, identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { limitPresets } from '../access/limit-rules.js';
import { type Answer, aGateway } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

const { strict } = limitPresets;
/** Production's counts, but in long windows that do not end during a test on a slow machine. */
const seconds = 3600;
const limited = ['profile-changes', 'account-changes', 'searches', 'resets', 'guest-asks'] as const;
const longWindows = Object.fromEntries(
  limited.map((name) => [`RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`, `${strict[name].count}/${seconds}`]),
);

/** Parses a structured field (RFC 9651) with one item. */
const parsed = (header: string | null): { name: string; parameters: Record<string, number> } => {
  const [name = '', ...parameters] = (header ?? '').split(';');
  return {
    name,
    parameters: Object.fromEntries(parameters.map((one) => one.split('=')).map(([key, value]) => [key, Number(value)])),
  };
};

describe('the limits of production', () => {
  const gateway = aGateway({ RATE_LIMITS: 'strict', ...longWindows });

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

  it.each(Object.keys(acts) as (keyof typeof acts)[])(
    '%s: admit their number, then 429 with the rest and the retry time',
    async (name) => {
      const { count } = strict[name];
      const answers: Answer[] = [];
      for (let act = 0; act <= count; act += 1)
        answers.push(await acts[name](gateway.fan.cookie, gateway.fan.person.id));
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: count }, () => 200), 429]);
      const left = answers.map(({ headers }) => parsed(headers.get('ratelimit')));
      expect(left.map(({ parameters }) => parameters.r)).toEqual([
        ...Array.from({ length: count }, (_, act) => count - 1 - act),
        0,
      ]);
      for (const { headers } of answers)
        expect(parsed(headers.get('ratelimit-policy'))).toEqual({
          name: `"${name}"`,
          parameters: { q: count, w: seconds },
        });
      const refused = answers.at(-1)!;
      expect(refused.body).toMatchObject({ code: 'rate_limited' });
      const [retryAfter, resets] = [Number(refused.headers.get('retry-after')), left.at(-1)!.parameters.t!];
      expect(resets).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(seconds);
      // A second may end between the two reads.
      expect([resets, resets + 1]).toContain(retryAfter);
      const other = gateway.services.signIn(`other-${uuidv7()}`);
      expect((await acts[name](other.cookie, other.person.id)).status).toBe(200);
    },
  );

  const answersOf = async (count: number, act: (time: number) => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let time = 0; time < count; time += 1) statuses.push((await act(time)).status);
    return statuses;
  };
  const upTo = (count: number, status: number) => [...Array.from({ length: count }, () => status), 429];

  it('count by address for visitors, new accounts and reset links', async () => {
    const { count } = strict.resets;
    const body = { token: 'invented', newPassword: 'secret2' };
    const reset = (time: number) =>
      gateway.ask('POST', '/api/auth/reset', { body, cookie: time % 2 === 0 ? gateway.fan.cookie : undefined });
    expect(await answersOf(count + 1, reset)).toEqual(upTo(count, 404));
  });

  it('limit a guest’s anonymous questions and those to one person', async () => {
    const { count } = strict['guest-asks'];
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView({ isAnonymous: true }) }));
    const dialog = { title: 'Who are you?', targetUserId: gateway.fan.person.id, isAnonymous: true };
    const ask = (body: object, cookie?: string) => gateway.ask('POST', '/api/questions', { body, cookie });
    for (const body of [{ ...dialog, targetUserId: null }, { ...dialog, isAnonymous: false }, {}])
      expect((await ask(body)).status).toBe(401);
    expect(await answersOf(count + 1, () => ask(dialog))).toEqual(upTo(count, 201));
    expect((await ask(dialog, gateway.fan.cookie)).status).toBe(201);
  });

  it('show no headers for acts without a limit', async () => {
    expect((await gateway.get('/api/auth/sessions')).headers.get('ratelimit')).toBeNull();
  });
});
