import { contentRpc, identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limitPresets } from '../access/limit-rules.js';
import { type Answer, aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

const { strict } = limitPresets;
/** Production's counts in long windows, so that none ends on a slow machine. */
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
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(() => {
    gateway.services.on(identityRpc.changeProfile, () => ({}));
    gateway.services.on(identityRpc.endOtherSessions, () => ({}));
    gateway.services.on(identityRpc.searchPeople, () => ({ people: [] }));
  });
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  const acts = {
    'profile-changes': (cookie: string, id: string) =>
      gateway.ask('PATCH', `/api/users/${id}/activity`, { cookie, body: { showActivity: true } }),
    'account-changes': (cookie: string) => gateway.ask('DELETE', '/api/auth/sessions', { cookie }),
    searches: (cookie: string) => gateway.ask('GET', '/api/users/search?q=nora', { cookie }),
  } as const;

  it.each(Object.keys(acts) as (keyof typeof acts)[])(
    '%s: admit their number, then 429 with the rest and the retry time',
    async (name) => {
      const { count } = strict[name];
      const answers: Answer[] = [];
      for (let act = 0; act <= count; act += 1) answers.push(await acts[name](fan.cookie, fan.person.id));
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

  it('count by address for visitors, new accounts and reset links', async () => {
    const body = { token: 'invented', newPassword: 'secret2' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= strict.resets.count; attempt += 1)
      statuses.push(
        (await gateway.ask('POST', '/api/auth/reset', { body, ...(attempt % 2 === 0 && { cookie: fan.cookie }) }))
          .status,
      );
    expect(statuses).toEqual([...Array.from({ length: strict.resets.count }, () => 404), 429]);
  });

  it('limit a guest’s anonymous questions and those to one person', async () => {
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView({ isAnonymous: true }) }));
    const dialog = { title: 'Who are you?', targetUserId: fan.person.id, isAnonymous: true };
    const ask = async (body: object, cookie?: string) =>
      (await gateway.ask('POST', '/api/questions', { body, ...(cookie && { cookie }) })).status;
    for (const body of [{ ...dialog, targetUserId: null }, { ...dialog, isAnonymous: false }, {}])
      expect(await ask(body)).toBe(401);
    const statuses: number[] = [];
    for (let act = 0; act <= strict['guest-asks'].count; act += 1) statuses.push(await ask(dialog));
    expect(statuses).toEqual([...Array.from({ length: strict['guest-asks'].count }, () => 201), 429]);
    expect(await ask(dialog, fan.cookie)).toBe(201);
  });

  it('show no headers for acts without a limit', async () => {
    const answer = await gateway.ask('GET', '/api/auth/sessions');
    expect(answer.headers.get('ratelimit')).toBeNull();
  });
});
