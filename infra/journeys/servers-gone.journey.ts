import { ErrorBody, type Question } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { type Answer, defaultPassword, registerNewcomer } from './client.ts';
import { eraseAccount } from './erase-account.ts';
import { connectAsOwner } from './replay/read-models.ts';
import { untilReadyAndSettled } from './settled.ts';
import { killWithoutRestart, type System, untilAllServicesReady } from './system.ts';
import { registerPeople, viewersForTest } from './system-for-block.ts';

const outageMs = 10_000;

export const serversGoneJourney = (system: System): void => {
  const [asker, person] = registerPeople(system, 'asker', 'person');
  const watch = viewersForTest();
  let question: Question;

  const expectUnavailable = (answer: Answer) => {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(ErrorBody.parse(answer.body).code).toBe('unavailable');
    expect(answer.text).not.toMatch(/postgres|nats|econn|sql|stack|127\.0\.0\.1/i);
  };

  /** Stops a server for ten seconds. @returns answers during the outage, and the statuses of two writes that retry */
  const insistThroughOutage = async (role: string) => {
    const bringBack = await killWithoutRestart(system, role);
    const from = performance.now();
    const refused: number[] = [];
    const onTry = (status: number) => refused.push(status);
    const [ofChat, ofBoost] = ['/api/discussions', `/api/questions/${question.id}/boost`];
    const say = (content: string) => ({ body: { questionId: question.id, content } });
    const boost = { body: { isBoosted: true } };
    const writes = [
      person.expect('POST', ofChat, { ...say('Is anybody there?'), onTry }),
      person.expect('POST', ofBoost, { ...boost, onTry }),
    ];
    const during = await Promise.all([
      person.attempt('POST', ofChat, say('Not now')),
      person.attempt('POST', '/api/questions', { body: { title: 'Not now' } }),
      person.attempt('POST', ofBoost, boost),
      ...[`/api/questions/${question.id}`, '/api/feed', '/api/notifications'].map((path) =>
        person.attempt('GET', path),
      ),
      person.attempt('POST', '/api/auth/login', {
        body: { username: person.user.username, password: defaultPassword },
      }),
    ]);
    await eventually('ten seconds', () => performance.now() - from > outageMs);
    await bringBack();
    await Promise.all(writes);
    await untilAllServicesReady(system);
    return { during, refused };
  };

  it.each(['postgres', 'nats'])('without %s, calls get 503 with Retry-After until recovery', async (role) => {
    question = await asker.ask({ title: `Where is ${role}?`, description: 'Opens with one', replyBoostThreshold: 1 });
    const viewer = watch(asker, question.id);
    await untilReadyAndSettled(system);
    const before = await person.xp();
    await person.say(question.id, 'Acknowledged before');
    const { during, refused } = await insistThroughOutage(role);

    for (const answer of during) expectUnavailable(answer);
    expect(refused).toContain(503);
    expect(refused.filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([]);
    const page = await asker.question(question.id);
    expect(page.discussions.map((reply) => reply.content)).toEqual(['Acknowledged before', 'Is anybody there?']);
    expect(page).toMatchObject({ boostCount: 1, isRevealed: true, description: 'Opens with one' });
    await viewer.untilEntry(page.lastNumber);
    expect(viewer.entries.map((entry) => entry.number)).toEqual([1, 2, 3]);
    await untilReadyAndSettled(system);
    expect(await person.xp()).toBe(before + 20);
    const about = await asker.notificationsAbout(question.id);
    expect(about.filter((entry) => entry.type === 'comment')).toMatchObject([{ count: 2 }]);
    expect(about).toHaveLength(3);
    expect((await person.get<Question[]>('/api/feed?sortBy=recent')).map((item) => item.title)).not.toContain(
      'Not now',
    );
  });

  it('the system recovers after PostgreSQL and NATS are killed during calls', async () => {
    question = await asker.ask({ title: 'And again?' });
    await untilReadyAndSettled(system);
    const before = await person.xp();
    const said: Promise<unknown>[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      said.push(person.say(question.id, `Turn ${turn}`));
      if (turn === 10) system.kill('postgres');
      if (turn === 20) system.kill('nats');
      // Always keeps five messages unanswered, so that every kill interrupts some of them.
      await said[turn - 5];
    }
    await Promise.all(said);
    await untilReadyAndSettled(system);
    const page = await asker.question(question.id);
    expect(page.discussions.map((reply) => reply.content).sort()).toEqual(
      Array.from({ length: 30 }, (_, turn) => `Turn ${turn}`).sort(),
    );
    expect(page.discussionCount).toBe(30);
    expect(await person.xp()).toBe(before + 15);
  });

  it('the system works without Redis, and still erases accounts', async () => {
    const open = await asker.ask({ title: 'Who needs Redis?', replyBoostThreshold: 1, description: 'Nobody' });
    await untilReadyAndSettled(system);
    const before = await person.xp();
    const bringBack = await killWithoutRestart(system, 'redis');
    const socket = await asker.socket();
    await socket.join(open.id);
    const newOne = await registerNewcomer(system.url, 'late');
    const reply = await person.say(open.id, 'Not me');
    await person.say(open.id, 'Nor me', { isAnonymous: true });
    await newOne.boost('question', open.id);
    expect(await socket.message(open.id, reply.id)).toMatchObject({ number: 1 });
    expect(await asker.question(open.id)).toMatchObject({ isRevealed: true, discussionCount: 2, boostCount: 1 });
    await eventually('XP of the acts', async () => (await person.xp()) === before + 30 && (await newOne.xp()) === 5);
    const isPaid = async () =>
      (await asker.activities()).some((entry) => entry.rule === 'boost-received' && entry.contentId === open.id);
    await eventually('XP of the received boost', isPaid);
    const hidden = await newOne.ask({ title: 'Who am I?', isAnonymous: true });
    await eventually('the bell', async () =>
      (await asker.notifications()).some((entry) => entry.questionId === open.id),
    );
    await eventually('XP of the anonymous question', async () => (await newOne.xp()) === 15);
    expect(hidden.creatorId).toBeNull();
    const post = await newOne.ask({ title: 'Am I still here?' });
    await eraseAccount(system, newOne);
    const content = await connectAsOwner(system, 'content');
    const isRemoved = 'select from questions where id = $1 and removal_id is not null';
    await eventually('the removal', async () => (await content.query(isRemoved, [post.id])).rowCount === 1);
    await content.end();
    expect((await asker.call('GET', `/api/questions/${post.id}`)).status).toBe(404);
    await bringBack();
  });
};
