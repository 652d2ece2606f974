import { identityRpc, type OwnUser, type UnreadCount } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { hasAccounts } from '../local/databases.ts';
import { Client, defaultPassword, uniqueUsername } from './client.ts';
import { withServiceCalls } from './operator.ts';
import type { System } from './system.ts';

/** Runs first in its system, because the system must have no ambassador yet. */
export const foundingJourney = (system: System): void => {
  const founder = new Client(system);
  const second = new Client(system);
  let founderToken: string;

  const registration = (username: string) => ({ body: { username, password: defaultPassword, founderToken } });

  beforeAll(async () => {
    const made = await withServiceCalls(system, (calls) => calls.call(identityRpc.makeFounderLink, { isFirst: true }));
    founderToken = made.link!.token;
  });

  it('the first ambassador is the person who registers by the link', async () => {
    expect(await hasAccounts(system.databaseUrls.identity)).toBe(false);
    const answer = await founder.call<OwnUser>('POST', '/api/auth/register', registration(uniqueUsername('founder')));
    expect([answer.status, answer.body.isAmbassador]).toEqual([201, true]);
    expect(await hasAccounts(system.databaseUrls.identity)).toBe(true);
    expect((await founder.get<UnreadCount>('/api/notifications/unread-count')).reports).toBe(0);
  });

  it('a used link answers 404 and creates no account', async () => {
    const username = uniqueUsername('late');
    const late = await second.call('POST', '/api/auth/register', registration(username));
    expect([late.status, late.body]).toMatchObject([404, { code: 'not_found' }]);
    expect((await second.call('GET', `/api/users/username/${username}`)).status).toBe(404);
  });

  it('the first ambassador can answer the question of a second person', async () => {
    await second.register(uniqueUsername('second'));
    const question = await second.ask({ title: 'Is anybody here?' });
    await founder.say(question.id, 'Since this morning.');
    const { discussions } = await second.question(question.id);
    expect(discussions).toMatchObject([{ content: 'Since this morning.', isMine: false }]);
  });
};
