import { randomUUID } from 'node:crypto';
import type { AskedQuestion, AskState, PodcastCard, Question } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { logsOf, type System } from './system.ts';

const waiting: AskState = { state: 'waiting', questionId: null };
const gone: AskState = { state: 'gone', questionId: null };

export const guestsJourney = (system: System): void => {
  const guest = new Client(system);
  const [ines, theo, noor] = registerPeople(system, 'ines', 'theo', 'noor');
  const receipts: string[] = [];

  const ask = async (title: string, key: string = randomUUID()) => {
    const body = { title, isAnonymous: true, allowAnonymousAnswers: false, targetUserId: ines.user.id };
    const asked = await guest.expect<AskedQuestion>('POST', '/api/questions', { body, key });
    receipts.push(asked.receipt ?? '');
    return { id: asked.id, receipt: asked.receipt! };
  };
  const withdraw = (receipt: string) => guest.call('DELETE', '/api/receipts', { body: { receipt } });
  const pending = async () =>
    (await ines.get<Question[]>(`/api/users/${ines.user.id}/pending-questions`)).map(({ id }) => id);

  it('guests get a receipt for an ask, and the same receipt if they repeat the call', async () => {
    const key = randomUUID();
    const first = await ask('Do you miss it?', key);
    expect(first.receipt).toMatch(/^[\w-]{22}$/);
    expect(await ask('Do you miss it?', key)).toEqual(first);
    const other = await ask('Do you miss them?');
    expect(other.receipt).not.toBe(first.receipt);
    expect((await theo.ask({ title: 'And mine?', isAnonymous: true, targetUserId: ines.user.id })).receipt).toBeNull();
    for (const { id, receipt } of [first, other]) {
      expect(await guest.askState(receipt)).toEqual(waiting);
      expect((await guest.call('GET', `/api/questions/${id}`)).status).toBe(404);
    }
  });

  it('guests find the answer by their receipt', async () => {
    const { id, receipt } = await ask('What did it cost you?');
    await ines.approveWithReply(id, 'Ten years', 1);
    for (const reader of [guest, theo])
      expect(await reader.askState(receipt)).toEqual({ state: 'answered', questionId: id });
    expect(await guest.question(id)).toMatchObject({ title: 'What did it cost you?', isApproved: true });
    expect((await withdraw(receipt)).status).toBe(409);
  });

  it('guests cannot tell an ignored ask from a pending one, and can withdraw both', async () => {
    const [plain, ignored] = [await ask('Shall we?'), await ask('Will you?')];
    await ines.expect('POST', `/api/questions/${ignored.id}/ignore`);
    const look = (receipt: string) => guest.call('POST', '/api/receipts', { body: { receipt } });
    const [one, two] = [await look(plain.receipt), await look(ignored.receipt)];
    expect([two.status, two.text]).toEqual([one.status, one.text]);
    expect(one.body).toEqual(waiting);
    expect(await pending()).toContain(plain.id);
    for (const { receipt } of [plain, ignored]) {
      expect(await withdraw(receipt)).toMatchObject({ status: 200, body: { success: true } });
      expect(await guest.askState(receipt)).toEqual(gone);
      expect((await withdraw(receipt)).status).toBe(404);
    }
    expect(await pending()).not.toContain(plain.id);
    await eventually('the notice has gone', async () => (await ines.notificationsAbout(plain.id)).length === 0);
  });

  it('no log contains a receipt', async () => {
    await untilReadyAndSettled(system);
    const logs = logsOf(system);
    for (const receipt of receipts) expect(logs).not.toContain(receipt);
    expect(receipts.length).toBeGreaterThan(4);
  });

  it('guests see the card of a shared episode, but cannot play it', async () => {
    const { id, mediaUrl } = await noor.publish('What the night train taught me');
    const card = await guest.get<PodcastCard>(`/api/podcasts/${id}/card`);
    expect(card).toEqual({
      id,
      title: 'What the night train taught me',
      creator: { username: noor.user.username, profileImage: null },
      duration: expect.any(Number),
      peaks: expect.any(Array),
    });
    expect((await guest.call('GET', `/api/podcasts/${id}`)).status).toBe(401);
    expect((await guest.call('GET', mediaUrl)).status).toBe(401);
    const document = await guest.call('GET', `/podcasts/${id}`, { headers: { accept: 'text/html' } });
    expect(document.text).toContain(`/previews/podcasts/${id}.png`);
    const picture = () => guest.call('GET', `/previews/podcasts/${id}.png`);
    expect(await picture()).toMatchObject({ status: 200 });
    await noor.remove('podcast', id);
    expect((await picture()).status).toBe(404);
    expect((await guest.call('GET', `/api/podcasts/${id}/card`)).status).toBe(404);
  });

  it('guests get the preview picture of a profile until the account is hidden', async () => {
    const { id, username } = noor.user;
    const document = await guest.call('GET', `/@${encodeURIComponent(username)}`, { headers: { accept: 'text/html' } });
    expect(document.text).toContain(`/previews/users/${id}.png`);
    const picture = () => guest.call('GET', `/previews/users/${id}.png`);
    const drawn = await picture();
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    await noor.deleteAccount();
    expect((await picture()).status).toBe(404);
  });
};
