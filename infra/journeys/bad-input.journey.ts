import { randomUUID } from 'node:crypto';
import { type Discussion, ErrorBody, type Question, type Report } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { badInputCases } from './bad-input.ts';
import { type Answer, Client } from './client.ts';
import { type Document, inputsOf, valuesBeyond } from './description/document.ts';
import { forEachInParallel } from './for-each-in-parallel.ts';
import { type Limit, limitsOf } from './limits.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

const codeOf = ({ status, body }: Answer): string | undefined => {
  const { data } = ErrorBody.safeParse(body);
  return data && `${status} ${data.code}`;
};

export const badInputJourney = (system: System): void => {
  const [asker, other] = registerPeople(system, 'asker', 'other');
  const clients = { visitor: new Client(system), asker, other };
  let question: Question;
  let elsewhere: Question;
  let reply: Discussion;

  beforeAll(async () => {
    const words = { title: 'What can go wrong?', description: 'Everything' };
    question = await asker.ask({ ...words, allowAnonymousAnswers: false });
    elsewhere = await asker.ask({ title: 'And here?' });
    reply = await other.say(question.id, 'This, for one');
    await untilReadyAndSettled(system);
  });

  const world = async () => ({
    feed: await clients.visitor.get('/api/feed?limit=50'),
    page: await asker.question(question.id),
    elsewhere: await asker.question(elsewhere.id),
    notifications: await asker.notifications(),
    asker: await asker.get('/api/auth/user'),
    activities: await asker.activities(),
    other: await other.get('/api/auth/user'),
  });

  it('invalid input gets the documented status and body, and changes nothing', async () => {
    const before = await world();
    const wrong: string[] = [];
    const cases = badInputCases({ clients, question, elsewhere, reply });
    for (const { what, method, path, as, answer: expected, ...options } of cases) {
      const answer = await clients[as].call(method, path, options);
      const is = codeOf(answer) ?? `${answer.status} ${answer.text.slice(0, 200)}`;
      if (is !== expected) wrong.push(`${what} (${method} ${path.slice(0, 80)}): ${is}, expected ${expected}`);
      if (ErrorBody.safeParse(answer.body).data?.requestId !== answer.headers.get('x-request-id'))
        wrong.push(`${what}: the request id is another one`);
      if (/\bat .+:\d+:\d+|node_modules|select |insert /i.test(answer.text))
        wrong.push(`${what}: internals in ${answer.text}`);
    }
    expect(wrong).toEqual([]);
    // Effects of a wrongly accepted call may arrive after its answer.
    await untilReadyAndSettled(system);
    expect(await world()).toEqual(before);
  });

  it('a repeated idempotency key gets the first result, but 422 with another body', async () => {
    const { id } = elsewhere;
    const key = randomUUID();
    const say = (client: Client, content: string) =>
      client.call<Discussion>('POST', '/api/discussions', { body: { questionId: id, content }, key });
    const [first, ...again] = await Promise.all(Array.from({ length: 6 }, () => say(other, 'Once only')));
    for (const { body } of again) expect(body.id).toBe(first!.body.id);
    expect(codeOf(await say(other, 'Something else'))).toBe('422 key_reused');
    // Another person may use the same key.
    const others = await say(asker, 'Once only');
    const said = (await asker.question(id)).discussions.map((message) => message.id);
    expect(said).toEqual([first!.body.id, others.body.id]);

    const thrice = <T>(path: string, body: object) => {
      const options = { body, key: randomUUID() };
      return Promise.all([1, 2, 3].map(() => other.expect<T>('POST', path, options)));
    };
    const status = { isBoosted: true, boostCount: 1, opened: false };
    expect(await thrice(`/api/questions/${id}/boost`, {})).toEqual([status, status, status]);
    const asked = await thrice<Question>('/api/questions', { title: 'Twice?' });
    expect(new Set(asked.map((twice) => twice.id)).size).toBe(1);
  });

  it('a repeated idempotency key gets the first result even if the content is gone', async () => {
    const key = randomUUID();
    const words = { title: 'Gone soon?', description: 'Before you know' };
    const ask = () => asker.expect<Question>('POST', '/api/questions', { body: words, key });
    const asked = await ask();
    const path = `/api/questions/${asked.id}`;
    const reply = () => other.expect<Discussion>('POST', `${path}/discussions`, { body: { content: 'Heard it' }, key });
    const boost = () => other.expect('POST', `${path}/boost`, { body: { isBoosted: true }, key });
    const repost = () => other.expect('POST', `${path}/repost`, { body: {}, key });
    const about = { contentType: 'question', contentId: asked.id, reason: 'Rude' };
    const report = () => other.expect<Report>('POST', '/api/reports', { body: about, key });
    const [replied, boosted, reposted, reported] = [await reply(), await boost(), await repost(), await report()];
    await asker.remove('question', asked.id);
    await untilReadyAndSettled(system);
    expect([await boost(), await repost()]).toEqual([boosted, reposted]);
    expect(await ask()).toMatchObject({ id: asked.id, ...words, isMine: true });
    expect(await reply()).toMatchObject({ id: replied.id, content: 'Heard it', isMine: true });
    expect(await report()).toMatchObject({ id: reported.id });
    expect((await other.call('POST', `${path}/discussions`, { body: { content: 'Too late' } })).status).toBe(404);
  });

  it('the API refuses values beyond every described bound, and names the field', async () => {
    const taken: string[] = [];
    let tried = 0;
    for (const { name, method, path, field, schema, place } of inputsOf(await asker.get<Document>('/api/docs-json'))) {
      const own = path.replaceAll('{contentType}', 'question').replaceAll(/\{\w+\}/g, asker.user.id);
      for (const value of valuesBeyond(schema)) {
        tried += 1;
        const { status, body } = await (place === 'query'
          ? asker.call(method, `${own}?${new URLSearchParams({ [field]: String(value) })}`)
          : asker.call(method, own, { body: { [field]: value } }));
        const isRefused = status === 400 && field in (ErrorBody.safeParse(body).data?.fields ?? {});
        if (!isRefused) taken.push(`${name}: ${field} = ${String(value).slice(0, 20)} is ${status}`);
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(40);
  });

  it('the API accepts amounts exactly at their limit, and refuses more', async () => {
    const wrong: string[] = [];
    const look = async ({ what, ask, answer: expected }: Limit, value: unknown) => {
      const { as, call, ...options } = ask(value);
      const [method = '', path = ''] = call.split(' ');
      const answer = await as.call(method, path, options);
      const is = codeOf(answer) ?? (answer.status < 300 ? 'accepted' : answer.status);
      if (is !== expected) wrong.push(`${what}, ${JSON.stringify(value)?.slice(0, 60)}: ${is}, expected ${expected}`);
    };
    await forEachInParallel(limitsOf({ asker, other }), async (limits) => {
      for (const limit of limits) for (const value of limit.values) await look(limit, value);
    });
    expect(wrong).toEqual([]);
  });

  it('the API trims long texts, but does not shorten them', async () => {
    const description = 'é'.repeat(5000);
    const { id } = await asker.ask({ title: 'x'.repeat(300), description, replyBoostThreshold: 100 });
    expect((await asker.question(id)).description).toBe(description);
    const edit = (body: object) => asker.expect('PATCH', `/api/questions/${id}`, { body });
    expect(await edit({ title: ' Shorter? ' })).toMatchObject({ title: 'Shorter?', description, isEdited: true });
    expect(await edit({ description: '' })).toMatchObject({ title: 'Shorter?', description: null });
    const content = 'x'.repeat(280);
    expect(await other.say(id, ` ${content} `)).toMatchObject({ content });
  });
};
