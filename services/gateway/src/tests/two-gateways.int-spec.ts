import { contentRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually, LiveClient, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayConfig } from '../config.js';
import { type RunningGateway, startGateway } from '../gateway.js';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest, testEnvironment } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

const limits = { RATE_LIMIT_POSTS: '3/3600', RATE_LIMITS: 'strict' };

/** Two processes behind one balancer: the same services, NATS, Redis and secret. */
describe('two gateways', () => {
  let first: GatewayUnderTest;
  let second: RunningGateway;
  let urls: string[];
  beforeEach(async () => {
    const prefix = uniqueSubjectPrefix();
    first = await GatewayUnderTest.start({ SUBJECT_PREFIX: prefix, ...limits });
    const environment = { ...testEnvironment(first.mediaFolder, prefix), LOG_LEVEL: 'silent', ...limits };
    second = await startGateway(GatewayConfig.parse(environment));
    urls = [first.url, `http://127.0.0.1:${second.port}`];
  });
  afterEach(() => second.stop());

  const statusOf = async (at: string, path: string, cookie: string, body?: object): Promise<number> => {
    const headers = { cookie, 'content-type': 'application/json' };
    return (await fetch(`${at}${path}`, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }))
      .status;
  };

  it('both gateways count the acts of an account together', async () => {
    first.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
    const fourActs = async () => {
      const { cookie } = first.services.signIn(`fan-${uuidv7()}`);
      const statuses: number[] = [];
      for (const at of [0, 1, 0, 1])
        statuses.push(await statusOf(urls[at]!, '/api/questions', cookie, { title: 'Why?', isAnonymous: true }));
      return statuses.join();
    };
    // Waits until both use Redis, because a gateway that is not yet connected counts alone.
    await eventually('both count in Redis', async () => (await fourActs()) === '201,201,201,429');
  });

  it('a revoked session and its sockets end on both gateways', async () => {
    const { cookie, tokenHash } = first.services.signIn('fan');
    const statuses = () => Promise.all(urls.map((url) => statusOf(url, '/api/auth/user', cookie)));
    const sockets = await Promise.all(urls.map((url) => LiveClient.open(url, { cookie })));
    expect(await statuses()).toEqual([200, 200]);
    first.services.endSession(tokenHash);
    expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([4401, 4401]);
    expect(await statuses()).toEqual([401, 401]);
  });

  it('viewers at both gateways get each entry of a room once and in order', async () => {
    const room = new FakeRoom(first.services);
    const sockets = await Promise.all(urls.map((url) => LiveClient.open(url)));
    for (const socket of sockets) await socket.join(room.questionId);
    for (let count = 0; count < 5; count += 1) room.say(2);
    for (const socket of sockets) {
      await socket.entry(room.questionId, 10);
      expect(socket.numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      socket.close();
    }
  });

  it('both gateways show revealed words, even if both had cached the locked question', async () => {
    const questions = new FakeQuestions(first.services);
    const question = questions.ask(
      questionView({ isRevealed: false, description: null, replyBoostThreshold: 3, lastNumber: 2 }),
    );
    const description = async (at: string) =>
      ((await (await fetch(`${at}/api/questions/${question.id}`)).json()) as { description: string | null })
        .description;
    expect(await Promise.all(urls.map(description))).toEqual([null, null]);
    questions.ask({ ...question, isRevealed: true, description: 'heard', lastNumber: 3 });
    expect(await Promise.all(urls.map(description))).toEqual(['heard', 'heard']);
  });
});
