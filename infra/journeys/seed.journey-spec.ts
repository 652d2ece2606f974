import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OwnUser, QuestionItem, UnreadCount } from '@hearsay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand } from '../local/run-command.mjs';
import { seedEnvironment } from '../local/seed.ts';
import { stories } from '../seed/community.ts';
import { people } from '../seed/people.ts';
import { developmentPassword } from '../seed/write-people.ts';
import { Client } from './client.ts';
import { type System, startJourney, startTimeoutMs, stopTimeoutMs } from './system.ts';

const script = fileURLToPath(new URL('../seed/seed.ts', import.meta.url));

describe('the seeded community', () => {
  let system: System;
  let fan: Client;

  const seed = () =>
    runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', script], { env: seedEnvironment(system), quiet: true });

  beforeAll(async () => {
    system = await startJourney();
    // Ends well only if every count, XP, level and notification is what the plan says.
    expect(await seed()).toBe(0);
    fan = new Client(system.url);
  }, startTimeoutMs);

  afterAll(() => system?.stop(), stopTimeoutMs);

  const everyQuestion = async () => {
    const found: QuestionItem[] = [];
    for (let page = 1; page <= 2; page += 1)
      found.push(...(await fan.get<QuestionItem[]>(`/api/feed?sortBy=recent&limit=50&page=${page}`)));
    return found;
  };

  it('is there with all its questions, newest first', async () => {
    const all = await everyQuestion();
    expect(all.map((item) => item.title)).toEqual([...stories].sort((a, b) => a.asked - b.asked).map((story) => story.title));
    expect(all.filter((item) => item.isAnonymous && item.creatorId !== null)).toEqual([]);
    const boosted = await fan.get<QuestionItem[]>('/api/feed?sortBy=boosted&limit=50');
    expect(boosted.map((item) => item.boostCount)).toEqual([...boosted.map((item) => item.boostCount)].sort((a, b) => b - a));
    expect(boosted[0]!.title).toBe([...stories].sort((a, b) => b.boosts - a.boosts)[0]!.title);
  });

  it('lets the printed people in, each with their role, and everybody else', async () => {
    const logins = JSON.parse(readFileSync(system.files.logins, 'utf8')) as { role: string; username: string; password: string }[];
    expect(logins.map(({ role }) => role)).toEqual(['fan', 'ambassador', 'spotlight']);
    const [asFan, asAmbassador, asSpotlight] = await Promise.all(
      logins.map(({ username, password }) => new Client(system.url).login(username, password)),
    );
    expect(asFan).toMatchObject({ isAmbassador: false, isSpotlight: false });
    expect(asAmbassador).toMatchObject({ isAmbassador: true, level: 8 });
    expect(asSpotlight).toMatchObject({ isSpotlight: true, isCreator: true, level: 9 });
    const levels = new Set<number>();
    for (const { username } of people) levels.add((await new Client(system.url).login(username, developmentPassword)).level);
    expect([...levels].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('has news for the fan, and old ones that have been read', async () => {
    const [login] = JSON.parse(readFileSync(system.files.logins, 'utf8')) as [{ username: string; password: string }];
    await fan.login(login.username, login.password);
    const { unread } = await fan.get<UnreadCount>('/api/notifications/unread-count');
    const all = await fan.notifications();
    expect(unread).toBeGreaterThan(0);
    expect(all.length).toBeGreaterThan(unread);
    expect((await fan.get<OwnUser>('/api/auth/user')).xp).toBeGreaterThan(100);
  });

  it(
    'stays the same when the seed runs again',
    async () => {
      const before = { questions: await everyQuestion(), user: await fan.get('/api/auth/user'), notifications: await fan.notifications() };
      expect(await seed()).toBe(0);
      expect({ questions: await everyQuestion(), user: await fan.get('/api/auth/user'), notifications: await fan.notifications() }).toEqual(
        before,
      );
    },
    startTimeoutMs,
  );
});
