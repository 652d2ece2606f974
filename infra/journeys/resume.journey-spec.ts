import { randomUUID } from 'node:crypto';
import type { Question } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { type Client, newcomer } from './client.ts';
import type { LiveClient } from './live-client.ts';
import { ResumingViewer } from './resuming-viewer.ts';
import { killAndReturn, type System, startJourney } from './system.ts';

const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1);

describe('a watched room', () => {
  let system: System;
  let asker: Client;
  let talkers: Client[];
  const sockets: LiveClient[] = [];
  const viewers: ResumingViewer[] = [];

  beforeAll(async () => {
    system = await startJourney();
    asker = await newcomer(system.url, 'asker');
    talkers = await Promise.all(Array.from({ length: 4 }, () => newcomer(system.url, 'talker')));
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await Promise.all(viewers.splice(0).map((viewer) => viewer.end()));
  });

  afterAll(() => system?.stop());

  const open = async (client: Client) => {
    const socket = await client.socket();
    sockets.push(socket);
    return socket;
  };

  const talk = async (question: Question, count: number) => {
    for (let said = 0; said < count; said += 20) {
      const round = Array.from({ length: Math.min(20, count - said) }, (_, index) => index);
      await Promise.all(
        round.map((index) =>
          talkers[index % talkers.length]!.insist('POST', '/api/discussions', {
            questionId: question.id,
            content: `Message ${said + index}`,
          }),
        ),
      );
    }
  };

  it('sends exactly the missed entries after a lost connection, reveals included', async () => {
    const question = await asker.ask({ title: 'Who is still there?', replyBoostThreshold: 1 });
    const first = await open(asker);
    const witness = await open(talkers[0]!);
    for (const socket of [first, witness]) await socket.join(question.id, 0);
    await talk(question, 3);
    await first.entry(question.id, 3);
    first.cut();
    await talk(question, 2);
    await talkers[0]!.boost('question', question.id);
    await talk(question, 2);
    // An act is answered before the gateway receives its event. The witness shows when it has.
    await witness.entry(question.id, 8);
    await witness.next('counts', (frame) => frame.data.questionId === question.id && frame.data.boostCount === 1);
    const second = await open(asker);
    expect((await second.join(question.id, 3)).data).toMatchObject({
      lastNumber: 8,
      boostCount: 1,
      discussionCount: 7,
    });
    await second.entry(question.id, 8);
    expect(second.entries(question.id).map(({ number, entry }) => `${number} ${entry}`)).toEqual([
      '4 message',
      '5 message',
      '6 revealed',
      '7 message',
      '8 message',
    ]);
    expect((await asker.room(question.id, 3)).entries.map((entry) => entry.number)).toEqual(upTo(8, 3));
    // Words are open now, also in missed entries from before the reveal.
    expect(
      second.entries(question.id).filter((entry) => entry.entry === 'message' && entry.discussion.content === null),
    ).toEqual([]);
  });

  it('continues from the present without a number', async () => {
    const question = await asker.ask({ title: 'Anything new?' });
    await talk(question, 2);
    const socket = await open(asker);
    expect((await socket.join(question.id)).data.lastNumber).toBe(2);
    await talk(question, 1);
    await socket.entry(question.id, 3);
    expect(socket.entries(question.id).map((entry) => entry.number)).toEqual([3]);
  });

  it('sends hundreds of missed messages, and asks for a new read beyond 500', async () => {
    const question = await asker.ask({ title: 'How long can this go on?' });
    await talk(question, 450);
    const patient = await open(asker);
    await patient.join(question.id, 5);
    await patient.entry(question.id, 450);
    expect(patient.entries(question.id).map((entry) => entry.number)).toEqual(upTo(450, 5));

    await talk(question, 60);
    // A message is answered before the gateway receives its event. A viewer who joins in between has missed less.
    await patient.entry(question.id, 510);
    const late = await open(asker);
    late.send({ type: 'join', data: { questionId: question.id, after: 0 } });
    await late.next('resync');
    const { lastNumber } = await asker.question(question.id);
    expect(lastNumber).toBe(510);
    await late.join(question.id, lastNumber);
    await talk(question, 1);
    await late.entry(question.id, 511);
    expect(late.entries(question.id).map((entry) => entry.number)).toEqual([511]);
  });

  it('asks for a new read if the number is in the future', async () => {
    const question = await asker.ask({ title: 'Which number is this?' });
    await talk(question, 1);
    const socket = await open(asker);
    socket.send({ type: 'join', data: { questionId: question.id, after: 7 } });
    expect((await socket.next('resync')).data.questionId).toBe(question.id);
    expect((await asker.call('GET', `/api/questions/${question.id}/room?after=7`)).status).toBe(400);
  });

  it('loses and repeats nothing while connections break and the gateway is killed', async () => {
    const question = await asker.ask({ title: 'Can you hear me?' });
    viewers.push(...[asker, ...talkers.slice(0, 2)].map((client) => new ResumingViewer(client, question.id)));
    await talk(question, 20);
    const cutting = (async () => {
      for (const viewer of viewers) {
        await viewer.until(20);
        viewer.cut();
        await viewer.until(25);
        viewer.cut();
      }
    })();
    await talk(question, 60);
    await cutting;
    // A viewer who had not reconnected yet would count both losses as one.
    await eventually('everybody has come back', () => viewers.every((viewer) => viewer.connections > 1));
    const connections = viewers.map((viewer) => viewer.connections);
    await Promise.all([killAndReturn(system, 'gateway'), talk(question, 20)]);
    for (const viewer of viewers) {
      await viewer.until(100);
      expect(viewer.entries.map((entry) => entry.number)).toEqual(upTo(100));
    }
    for (const [index, viewer] of viewers.entries())
      expect(viewer.connections).toBeGreaterThan(Math.max(connections[index]! - 1, 2));
  });

  it('answers invalid frames and closes at the tenth', async () => {
    const socket = await open(asker);
    socket.send({ type: 'join', data: { questionId: randomUUID(), after: 0 } });
    expect((await socket.next('error')).data.code).toBe('not_found');
    for (const wrong of [
      { type: 'join' },
      { type: 'dance', data: {} },
      { type: 'join', data: { questionId: 'no id' } },
      {},
      [],
    ])
      socket.send(wrong);
    await socket.until('five more errors', () => socket.frames.filter((frame) => frame.type === 'error').length === 6);
    socket.send({ type: 'ping', data: {} });
    await socket.next('pong');
    for (let count = 0; count < 5; count += 1) socket.send({ type: 'nonsense' });
    await socket.until('the close', () => socket.closeCode !== undefined);
    expect(socket.closeCode).toBe(1008);
  });

  it('refuses upgrades of foreign pages, of other ids, and of ids without a session', async () => {
    const upgrade = (headers: Record<string, string>, query = '') =>
      new Promise<number | undefined>((resolve) => {
        const socket = new WebSocket(`${system.url.replace('http', 'ws')}/ws${query}`, { headers });
        socket.once('unexpected-response', (_request, response) => {
          resolve(response.statusCode);
          socket.terminate();
        });
        socket.once('open', () => {
          resolve(101);
          socket.close();
        });
        socket.on('error', () => resolve(undefined));
      });
    const cookie = asker.cookie ?? '';
    expect(await upgrade({})).toBe(101);
    expect(await upgrade({ cookie }, `?userId=${asker.user.id}`)).toBe(101);
    expect(await upgrade({ cookie, origin: 'https://elsewhere.example' })).toBe(403);
    expect(await upgrade({ cookie }, `?userId=${talkers[0]!.user.id}`)).toBe(403);
    expect(await upgrade({}, `?userId=${asker.user.id}`)).toBe(401);
  });
});
