import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { components, paths } from 'hearsay-api';
import createClient from 'openapi-fetch';

type Refused = components['schemas']['Error'];

/** Equal, and of a type that can be. */
const is = <T>(actual: T, expected: NoInfer<T>): void => equal(actual, expected);

const laterMs = 100;

/** Asks again with the same key while a busy machine says "later", as the description tells everybody to. */
const fetchPatiently = async (request: Request): Promise<Response> => {
  if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', randomUUID());
  for (;;) {
    const response = await fetch(request.clone());
    if (response.status !== 503) return response;
    await later(laterMs);
  }
};

/** A browser's cookies and patience and nothing else: what the generated client is to know of this API stands in its description. */
const browser = () => {
  const cookies = new Map<string, string>();
  return async (request: Request): Promise<Response> => {
    request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetchPatiently(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
};

const open = (baseUrl: string) => createClient<paths>({ baseUrl, fetch: browser() });
type Api = ReturnType<typeof open>;

/** What came of a call that must succeed. */
const expected = <T>({ data, error, response }: { data?: T; error?: Refused; response: Response }): T => {
  ok(data !== undefined, `${response.url} answered ${response.status}: ${error?.code} ${error?.error}`);
  return data;
};

const register = async (api: Api, username: string) =>
  expected(
    await api.POST('/api/auth/register', { body: { username, password: 'a long enough password', isCreator: false } }),
  );

/** The story of the first slice and what came after it, by somebody who has read nothing but the description. */
export const tellStory = async (url: string): Promise<string[]> => {
  const told: string[] = [];
  const [asker, answerer, visitor] = [open(url), open(url), open(url)];
  const suffix = Date.now().toString(36);
  const maya = await register(asker, `maya-${suffix}`);
  const jonas = await register(answerer, `jonas-${suffix}`);
  is(maya.notificationPreferences.newReplies, true);
  is((await asker.GET('/api/auth/user')).data?.id, maya.id);
  told.push('registered');

  const header = { 'Idempotency-Key': `ask-${suffix}` };
  const body = { title: 'Who was it?', description: 'The boat, of course', replyBoostThreshold: 1 };
  const question = expected(await asker.POST('/api/questions', { body, params: { header } }));
  is(expected(await asker.POST('/api/questions', { body, params: { header } })).id, question.id);
  const blank = await asker.POST('/api/questions', { body: { title: ' ' } });
  is(blank.error?.code, 'invalid_input');
  is(blank.error?.fields?.title, 'Please enter a question title.');
  told.push('asked');

  const path = { id: question.id };
  const reply = expected(
    await answerer.POST('/api/questions/{id}/discussions', { params: { path }, body: { content: 'I was' } }),
  );
  const locked = expected(await asker.GET('/api/questions/{id}', { params: { path } }));
  is(locked.discussions[0]?.content, null);
  is(reply.content, 'I was');
  told.push('replied');

  const boost = await answerer.POST('/api/questions/{id}/boost', { params: { path }, body: { isBoosted: true } });
  is(expected(boost).boostCount, 1);
  ok(boost.response.headers.get('RateLimit'));
  is(expected(await asker.GET('/api/questions/{id}', { params: { path } })).discussions[0]?.content, 'I was');
  is((await visitor.POST('/api/questions/{id}/boost', { params: { path }, body: {} })).error?.code, 'unauthenticated');
  const statuses = await answerer.POST('/api/batch/boost-status', {
    body: { items: [{ contentType: 'question', contentId: question.id }] },
  });
  is(expected(statuses)[`question:${question.id}`]?.isBoosted, true);
  told.push('boosted');

  const repost = { params: { path }, body: { repostText: 'Read this' } };
  is(expected(await answerer.POST('/api/questions/{id}/repost', repost)).repostCount, 1);
  is((await answerer.POST('/api/questions/{id}/repost', repost)).error?.code, 'already_reposted');
  told.push('reposted');

  const follow = expected(await asker.POST('/api/users/{id}/follow', { params: { path: { id: jonas.id } } }));
  is(follow.isFollowing, true);
  told.push('followed');

  const feed = await visitor.GET('/api/feed', { params: { query: { sortBy: 'recent', limit: 50 } } });
  const found = expected(feed).find((item) => item.id === question.id);
  // The kinds of items are told apart by what they are.
  if (found?.kind === 'question') is(found.creator?.username, maya.username);
  else throw new Error('The question is not in the feed');
  // A level that somebody has just reached still changes the feed: whoever polls asks again until nothing is new.
  let polled = feed.response;
  while (polled.status !== 304) {
    await later(laterMs);
    const header = { 'If-None-Match': polled.headers.get('ETag') ?? '' };
    polled = (await visitor.GET('/api/feed', { params: { query: { sortBy: 'recent', limit: 50 }, header } })).response;
    ok(polled.status === 200 || polled.status === 304, `${polled.url} answered ${polled.status}`);
  }
  told.push('found');

  const profile = expected(await visitor.GET('/api/users/{id}', { params: { path: { id: maya.id } } }));
  ok(profile.content.some((item) => item.id === question.id));
  const colours = { gradientColors: 'from-purple-400 to-pink-400' };
  const mine = { path: { id: maya.id } };
  is(
    expected(await asker.PATCH('/api/users/{id}/gradient-colors', { params: mine, body: colours })).gradientColors,
    colours.gradientColors,
  );
  const others = { path: { id: jonas.id } };
  is(
    (await asker.PATCH('/api/users/{id}/gradient-colors', { params: others, body: colours })).error?.code,
    'forbidden',
  );
  told.push('shown');

  const reported = { contentType: 'discussion', contentId: reply.id, reason: 'inappropriate_content' } as const;
  is(expected(await asker.POST('/api/reports', { body: reported })).status, 'pending');
  is((await asker.POST('/api/reports', { body: reported })).error?.code, 'already_reported');
  told.push('reported');

  is(expected(await answerer.DELETE('/api/discussions/{id}', { params: { path: { id: reply.id } } })).success, true);
  is((await visitor.GET('/api/discussions/{id}', { params: { path: { id: reply.id } } })).error?.code, 'not_found');
  expected(await asker.POST('/api/auth/logout'));
  is((await asker.GET('/api/notifications')).error?.code, 'unauthenticated');
  told.push('left');
  return told;
};
