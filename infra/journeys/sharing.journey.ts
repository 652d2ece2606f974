import type { Question } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import type { System } from './system.ts';

const secret = 'I have never read it to the end';

/** Opens what the web app's share sheet offers for a question: its link, its picture and its embedded page. */
export const sharingJourney = (system: System): void => {
  const visitor = new Client(system);
  const [asker, fan, target] = registerPeople(system, 'asker', 'fan', 'target');
  const page = (client: Client, path: string) => client.call('GET', path, { headers: { accept: 'text/html' } });
  const embed = (client: Client, { id }: Question) => page(client, `/embed/questions/${id}`);
  const picture = ({ id }: Question) => visitor.call('GET', `/previews/${id}.png`);
  let confession: Question;

  beforeAll(async () => {
    const words = { title: 'Which book do you praise unread?', description: secret };
    confession = await asker.ask({ ...words, isAnonymous: true, replyBoostThreshold: 2 });
  });

  it('link previews and embedded pages hide the words of a confession', async () => {
    for (const client of [asker, visitor]) {
      const linked = await page(client, `/question/${confession.id}`);
      expect(linked.text).toContain(`/previews/${confession.id}.png`);
      const framed = await embed(client, confession);
      expect(framed.text).toContain('aria-valuetext="0 of 2, 2 more boosts"');
      for (const { status, text, headers } of [linked, framed]) {
        expect([status, headers.getSetCookie()]).toEqual([200, []]);
        for (const told of [secret, asker.user.username, asker.user.id]) expect(text).not.toContain(told);
      }
    }
    const drawn = await picture(confession);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('other sites can frame the embedded question and no other page', async () => {
    const policyOf = async (path: string) => (await page(visitor, path)).headers.get('content-security-policy');
    expect(await policyOf(`/embed/questions/${confession.id}`)).toContain('frame-ancestors *');
    for (const path of ['/', `/question/${confession.id}`, `/api/questions/${confession.id}`])
      expect(await policyOf(path)).toContain("frame-ancestors 'none'");
  });

  it('an embedded question learns over the socket that its words have opened', async () => {
    const { lastNumber } = await visitor.question(confession.id);
    const frame = await visitor.socket();
    await frame.join(confession.id, lastNumber);
    await fan.boost('question', confession.id);
    await frame.next('counts', ({ boostCount }) => boostCount === 1);
    await target.boost('question', confession.id);
    await frame.next('room', ({ entries }) => entries.some(({ entry }) => entry === 'revealed'));
    frame.cut();
    const { text } = await embed(visitor, confession);
    expect(text).toContain(secret);
    expect(text).toContain('Heard at 2 boosts');
    expect(text).not.toContain('progressbar');
  });

  it('embedded pages of pending and removed questions answer 404', async () => {
    const waiting = await asker.ask({ title: 'Do you hear me?', targetUserId: target.user.id });
    await asker.remove('question', confession.id);
    for (const question of [waiting, confession]) {
      for (const client of [asker, visitor]) expect(await embed(client, question)).toMatchObject({ status: 404 });
      expect((await picture(question)).status).toBe(404);
    }
  });
};
