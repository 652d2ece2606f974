import type { Discussion, FeedItem, OwnUser, Question } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { startSystem } from '../local/system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { killAndAwaitRestart, type System } from './system.ts';
import { registerPeople, viewersForTest } from './system-for-block.ts';

const actsEach = 12;

export const killedServicesJourney = (system: System, home: string): void => {
  const [asker, ...people] = registerPeople(system, 'asker', 'one', 'two', 'three', 'four');
  const watch = viewersForTest();

  /** Lets people act, and runs `halfWay` once in the middle. @returns the acknowledged acts */
  const liveThrough = async (question: Question, halfWay: () => Promise<void>) => {
    const said: Discussion[] = [];
    let acts = 0;
    let happened: Promise<void> | undefined;
    const act = async (person: Client, turn: number) => {
      said.push(await person.say(question.id, `Turn ${turn} of ${person.user.username}`));
      // Toggles the boost in each turn, and ends with a boost. A lost or repeated act would change the count.
      await person.boost('question', question.id, turn % 2 === 1 || turn === actsEach - 1);
      acts += 1;
      if (acts === Math.floor((people.length * actsEach) / 2)) happened = halfWay();
    };
    await Promise.all(
      people.map(async (person) => {
        for (let turn = 0; turn < actsEach; turn += 1) await act(person, turn);
      }),
    );
    await happened;
    return said;
  };

  it.each(['content', 'engagement', 'gamification', 'moderation', 'notification', 'identity', 'gateway'])(
    'a kill of %s loses and duplicates nothing',
    async (role) => {
      const question = await asker.ask({
        title: `What happens to ${role}?`,
        description: 'Hidden until three',
        replyBoostThreshold: 3,
      });
      await untilReadyAndSettled(system);
      const before = await Promise.all(people.map((person) => person.xp()));
      const viewers = [asker, ...people.slice(0, 2)].map((client) => watch(client, question.id));
      const said = await liveThrough(question, async () => {
        for (const viewer of viewers) viewer.cutConnection();
        await killAndAwaitRestart(system, role);
      });

      const count = people.length * actsEach;
      const page = await asker.question(question.id);
      const open = { isRevealed: true, description: 'Hidden until three' };
      expect(page).toMatchObject({ discussionCount: count, boostCount: people.length, ...open });
      expect(page.discussions.map((reply) => reply.id).sort()).toEqual(said.map((reply) => reply.id).sort());
      expect(new Set(page.discussions.map((reply) => reply.content)).size).toBe(count);
      // Each message and the reveal take one number.
      expect(page.lastNumber).toBe(count + 1);
      for (const viewer of viewers) {
        await viewer.untilEntry(count + 1);
        expect(viewer.connections).toBeGreaterThan(1);
        expect(viewer.entries.map((entry) => entry.number)).toEqual([...Array(count + 1).keys()].map((at) => at + 1));
      }

      await untilReadyAndSettled(system);
      // Each person earns 20 XP: for their first answer and for their first boost of the question.
      expect(await Promise.all(people.map((person) => person.xp()))).toEqual(before.map((xp) => xp + 20));
      const about = await asker.notificationsAbout(question.id);
      const countsOf = (type: string) => about.filter((entry) => entry.type === type).map((entry) => entry.count);
      expect(countsOf('comment')).toEqual([count]);
      expect(countsOf('boost')).toEqual([people.length]);
      expect(countsOf('other')).toHaveLength(1);
      await asker.expect('POST', `/api/notifications/${asker.user.id}/read-all`);
    },
  );

  it('the system keeps all data when every process restarts', async () => {
    const { username } = people[0].user;
    const look = async (client: Client) => {
      const feed = await client.get<FeedItem[]>('/api/feed?sortBy=recent&limit=50');
      const questions = feed.filter(({ kind }) => kind === 'question');
      return {
        user: await client.get<OwnUser>('/api/auth/user'),
        feed,
        boosted: (await client.get<FeedItem[]>('/api/feed?sortBy=boosted&limit=50')).map(({ id }) => id),
        pages: await Promise.all(questions.map(({ id }) => client.question(id))),
        notifications: await client.notifications(),
        activities: await client.activities(),
      };
    };
    await untilReadyAndSettled(system);
    const before = await look(people[0]);
    const { cookie } = people[0];
    await system.stop();
    const restarted = await startSystem({ dataDir: home, durable: true });
    try {
      const again = new Client(restarted);
      await again.login(username);
      expect(await look(again)).toEqual(before);
      const user = await again.call<OwnUser>('GET', '/api/auth/user', { headers: { cookie: cookie ?? '' } });
      expect(user.body.username).toBe(username);
      const [newest] = before.pages;
      const reply = await again.say(newest!.id, 'Back again');
      expect(reply.number).toBe(newest!.lastNumber + 1);
    } finally {
      await restarted.stop();
    }
  });
};
