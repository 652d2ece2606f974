import { randomUUID } from 'node:crypto';
import { type Discussion, ErrorBody, type Question, type Report } from '@hearsay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { badInput } from './bad-input.ts';
import { Client, newcomer } from './client.ts';
import { inLanes } from './lanes.ts';
import { type Limit, limitsOf } from './limits.ts';
import { grantRole } from './roles.ts';
import { settled } from './settled.ts';
import { type System, startJourney } from './system.ts';

const big = (length: number) => 'x'.repeat(length);

describe('the API with invalid and repeated input', () => {
  let system: System;
  let clients: Record<'visitor' | 'asker' | 'other', Client>;
  let question: Question;
  let elsewhere: Question;
  let reply: Discussion;

  beforeAll(async () => {
    system = await startJourney();
    clients = {
      visitor: new Client(system.url),
      asker: await newcomer(system.url, 'asker'),
      other: await newcomer(system.url, 'other'),
    };
    question = await clients.asker.ask({
      title: 'What can go wrong?',
      description: 'Everything',
      allowAnonymousAnswers: false,
    });
    elsewhere = await clients.asker.ask({ title: 'And here?' });
    reply = await clients.other.say(question.id, 'This, for one');
    await settled(system);
  });

  afterAll(() => system?.stop());

  const world = async () => ({
    feed: await clients.visitor.get('/api/feed?limit=50'),
    page: await clients.asker.question(question.id),
    elsewhere: await clients.asker.question(elsewhere.id),
    notifications: await clients.asker.notifications(),
    asker: await clients.asker.get('/api/auth/user'),
    activities: await clients.asker.activities(),
    other: await clients.other.get('/api/auth/user'),
  });

  it('answers invalid input with the documented status and body, and changes nothing', async () => {
    const before = await world();
    const wrong: string[] = [];
    for (const { what, method = 'POST', path, as = 'visitor', answer: expected, ...options } of badInput({
      clients,
      question,
      elsewhere,
      reply,
    })) {
      const answer = await clients[as].call(method, path, options);
      const body = ErrorBody.safeParse(answer.body);
      const is = `${answer.status} ${body.data?.code ?? answer.text.slice(0, 200)}`;
      if (is !== expected) wrong.push(`${what} (${method} ${path.slice(0, 80)}): ${is}, expected ${expected}`);
      if (body.success && body.data.requestId !== answer.headers.get('x-request-id'))
        wrong.push(`${what}: the request id is another one`);
      if (/\bat .+:\d+:\d+|node_modules|select |insert /i.test(answer.text))
        wrong.push(`${what}: internals in ${answer.text}`);
    }
    expect(wrong).toEqual([]);
    // Effects of a refused call would come later.
    await settled(system);
    expect(await world()).toEqual(before);
  });

  it('names the invalid field', async () => {
    const answer = await clients.asker.call('POST', '/api/questions', {
      body: { title: ' ', replyBoostThreshold: 500 },
    });
    expect(Object.keys(ErrorBody.parse(answer.body).fields ?? {}).sort()).toEqual(['replyBoostThreshold', 'title']);
    expect(ErrorBody.parse(answer.body).fields?.title).toBe('Please enter a question title.');
  });

  it('answers a repeated write with its first result, but other words with 422', async () => {
    const key = randomUUID();
    const words = { questionId: elsewhere.id, content: 'Once only' };
    const first = await clients.other.expect<Discussion>('POST', '/api/discussions', { body: words, key });
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        clients.other.expect<Discussion>('POST', '/api/discussions', { body: words, key }),
      ),
    );
    for (const answer of again) expect(answer.id).toBe(first.id);
    const reused = await clients.other.call('POST', '/api/discussions', {
      body: { ...words, content: 'Something else' },
      key,
    });
    expect(reused).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    // Two people may use the same key.
    const others = await clients.asker.expect<Discussion>('POST', '/api/discussions', { body: words, key });
    expect(others.id).not.toBe(first.id);
    expect((await clients.asker.question(elsewhere.id)).discussions.map((message) => message.id)).toEqual([
      first.id,
      others.id,
    ]);

    const toggle = randomUUID();
    const boost = () => clients.other.expect('POST', `/api/questions/${elsewhere.id}/boost`, { body: {}, key: toggle });
    const boosted = await Promise.all([boost(), boost(), boost()]);
    expect(boosted).toEqual(Array.from({ length: 3 }, () => ({ isBoosted: true, boostCount: 1 })));
    const asked = await Promise.all(
      Array.from({ length: 3 }, () =>
        clients.other.expect<Question>('POST', '/api/questions', { body: { title: 'Twice?' }, key: `ask-${key}` }),
      ),
    );
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it('answers a repeated write with its first result even if the content is gone', async () => {
    const { asker, other } = clients;
    const key = randomUUID();
    const ask = () =>
      asker.expect<Question>('POST', '/api/questions', {
        body: { title: 'Gone soon?', description: 'Before you know' },
        key,
      });
    const asked = await ask();
    const path = `/api/questions/${asked.id}`;
    const reply = () => other.expect<Discussion>('POST', `${path}/discussions`, { body: { content: 'Heard it' }, key });
    const boost = () => other.expect('POST', `${path}/boost`, { body: { isBoosted: true }, key });
    const repost = () => other.expect('POST', `${path}/repost`, { body: {}, key });
    const report = () =>
      other.expect<Report>('POST', '/api/reports', {
        body: { contentType: 'question', contentId: asked.id, reason: 'Rude' },
        key,
      });
    const [replied, boosted, reposted, reported] = [await reply(), await boost(), await repost(), await report()];
    await asker.expect('DELETE', path);
    await settled(system);
    expect([await boost(), await repost()]).toEqual([boosted, reposted]);
    expect(await ask()).toMatchObject({
      id: asked.id,
      title: 'Gone soon?',
      description: 'Before you know',
      isMine: true,
    });
    expect(await reply()).toMatchObject({ id: replied.id, content: 'Heard it', isMine: true });
    expect(await report()).toMatchObject({ id: reported.id });
    expect(
      (await other.call('POST', `${path}/discussions`, { body: { content: 'Too late' }, key: randomUUID() })).status,
    ).toBe(404);
  });

  it('accepts and refuses values exactly at the limit of every rule', async () => {
    const spotlight = await newcomer(system.url, 'spotlight');
    await grantRole(system, spotlight, 'spotlight');
    const wrong: string[] = [];
    const look = async (limit: Limit, value: unknown, isRight: boolean) => {
      const { what, send, field, accepted = 'accepted', refused } = limit;
      const { as, call, ...options } = await send({ [field]: value });
      const [method = '', path = ''] = call.split(' ');
      const answer = await as.call(method, path, options);
      const { data } = ErrorBody.safeParse(answer.body);
      const got = data ? `${answer.status} ${data.code}` : answer.status < 300 ? 'accepted' : `${answer.status}`;
      const expected = isRight ? accepted : (refused ?? '400 invalid_input');
      const names = Object.keys(data?.fields ?? {}).map((name) => name.split('.')[0]);
      const isNamed = isRight || refused !== undefined || field === '' || names.includes(field);
      if (got !== expected || !isNamed)
        wrong.push(`${what}, ${JSON.stringify(value)?.slice(0, 60)}: ${got} ${names}, expected ${expected} ${field}`);
    };
    await inLanes(limitsOf({ ...clients, url: system.url, spotlight }), async (limits) => {
      for (const limit of limits)
        for (const [side, values] of limit.sides.entries())
          for (const value of values) await look(limit, value, side === 0);
    });
    expect(wrong).toEqual([]);
  });

  it('keeps long texts whole, but trimmed', async () => {
    const { id } = await clients.asker.ask({
      title: big(300),
      description: 'é'.repeat(5000),
      replyBoostThreshold: 100,
    });
    expect((await clients.asker.question(id)).description).toHaveLength(5000);
    const edited = await clients.asker.expect('PATCH', `/api/questions/${id}`, { body: { title: ' Shorter? ' } });
    expect(edited).toMatchObject({ title: 'Shorter?', description: 'é'.repeat(5000), isEdited: true });
    const emptied = await clients.asker.expect('PATCH', `/api/questions/${id}`, { body: { description: '' } });
    expect(emptied).toMatchObject({ title: 'Shorter?', description: null });
    expect(await clients.other.say(id, ` ${big(280)} `)).toMatchObject({ content: big(280) });
  });
});
