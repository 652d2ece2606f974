import type { Notification, OwnUser, Question } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import type { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

export const toldWhenOpenJourney = (system: System): void => {
  const [asker, masked, one, two, opener] = registerPeople(system, 'asker', 'masked', 'one', 'two', 'opener');
  const signedTitle = 'Who rang the bell?';
  const anonymousTitle = 'Who hid the bell?';
  const allOn = { questionBoosts: true, newReplies: true, reposts: true, reveals: true };
  let signed: Question;
  let anonymous: Question;

  const openedBy = async (question: Question, boosters: readonly Client[]) => {
    for (const booster of boosters) await booster.boost('question', question.id);
    await untilReadyAndSettled(system);
  };
  const about = async (client: Client, { id }: Question): Promise<Notification[]> =>
    (await client.notifications()).filter(({ contentId }) => contentId === id);
  const helped = async (client: Client, question: Question) =>
    (await about(client, question)).filter(({ message }) => message.startsWith('It is open'));
  const notice = (title: string, count: number) => ({
    ...{ type: 'other', contentType: 'question', questionId: null, actor: null, title, count, isRead: false },
    message: `It is open: “${title}”. You were one of ${count}.`,
  });

  beforeAll(async () => {
    const confession = { description: 'It was me', replyBoostThreshold: 3 };
    signed = await asker.ask({ ...confession, title: signedTitle });
    await openedBy(signed, [asker, one, opener]);
    await two.change('notification-preferences', { reveals: false });
    anonymous = await masked.ask({ ...confession, title: anonymousTitle, replyBoostThreshold: 4, isAnonymous: true });
    await openedBy(anonymous, [masked, one, two, opener]);
  });

  it('an opening notifies everyone who boosted, except the opener and the author', async () => {
    expect(await helped(one, signed)).toMatchObject([notice(signedTitle, 3)]);
    for (const client of [asker, opener, two, masked]) expect(await helped(client, signed)).toEqual([]);
    expect(await about(asker, signed)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('is open to everyone now') }),
    );
  });

  it('an opening names no anonymous author, and does not notify this author', async () => {
    expect(await helped(one, anonymous)).toMatchObject([notice(anonymousTitle, 4)]);
    expect(await helped(masked, anonymous)).toEqual([]);
    for (const client of [asker, one, two, opener]) {
      const parts = client.received.filter((text) => text.includes(anonymous.id));
      for (const name of [masked.user.id, masked.user.username])
        expect(parts.filter((text) => text.includes(name))).toEqual([]);
    }
  });

  it('an opening notifies nobody who has switched these notifications off', async () => {
    expect(await helped(two, anonymous)).toEqual([]);
    const preferences = { ...allOn, reveals: false };
    expect((await two.get<OwnUser>('/api/auth/user')).notificationPreferences).toEqual(preferences);
    expect((await one.get<OwnUser>('/api/auth/user')).notificationPreferences).toEqual(allOn);
    expect((await two.call('GET', `/api/users/${two.user.id}/export`)).text).toContain('"reveals":false');
    expect(await two.change('notification-preferences', { reveals: true })).toEqual(allOn);
    await untilReadyAndSettled(system);
    expect(await helped(two, anonymous)).toEqual([]);
  });

  it('an opening notifies once, even after another boost, until a removal', async () => {
    await one.boost('question', signed.id, false);
    await openedBy(signed, [one]);
    expect(await helped(one, signed)).toHaveLength(1);
    await asker.remove('question', signed.id);
    await untilReadyAndSettled(system);
    expect(await helped(one, signed)).toEqual([]);
  });
};
