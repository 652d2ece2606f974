import { setTimeout } from 'node:timers/promises';
import { identityRpc } from '@hearsay/contracts';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { secondProcessOn, startIdentity, startReplica } from '../identity.suite.js';
import { FounderLinks } from './founder-links.js';

describe("the founder's link", () => {
  const test = serviceForBlock(() => startIdentity());
  const dayMs = 24 * 3600 * 1000;
  let newest: string;

  const make = async (isFirst = false) => (await test.call(identityRpc.makeFounderLink, { isFirst }, null)).link;
  const notFound = { code: 'not_found', message: 'This link has been used, or is too old' };
  const accountOf = async (username: string) =>
    (await test.call(identityRpc.accountByName, { username }, null)).accountId;
  const later = (ms: number) => {
    const { pool } = secondProcessOn(test);
    return new FounderLinks({ pool, now: () => Date.now() + ms });
  };

  beforeEach(async () => {
    newest = (await make())?.token ?? 'no link any more';
  });

  it("the founder's link is made once by processes that start at the same time", async () => {
    await test.service.pool.query('delete from founder_links');
    const made = await Promise.all([make(true), later(0).makeLink({ isFirst: true }), make(true)]);
    expect(made.filter((link) => link !== null)).toHaveLength(1);
    expect(await make(true)).toBeNull();
  });

  it("the founder's link is stored only as a hash", async () => {
    const { rows } = await test.service.pool.query('select * from founder_links');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(newest);
  });

  it("the founder's link is refused after a newer link or 24 hours", async () => {
    const { token: older } = (await make())!;
    newest = (await make())!.token;
    for (const [username, founderToken] of [
      ['older', older],
      ['invented', 'x'.repeat(43)],
    ] as const) {
      await expect(test.register(username, { founderToken })).rejects.toMatchObject(notFound);
      expect(await accountOf(username)).toBeNull();
    }
    const { token } = (await later(-dayMs).makeLink({ isFirst: false }))!;
    await expect(test.register('late', { founderToken: token })).rejects.toMatchObject(notFound);
    expect(await accountOf('late')).toBeNull();
  });

  it("the founder's link stays valid if the registration fails for a taken name", async () => {
    await test.register('Taken');
    await expect(test.register('taken', { founderToken: newest })).rejects.toMatchObject({ code: 'conflict' });
    expect(await later(0).makeLink({ isFirst: true })).toBeNull();
    expect((await test.service.pool.query("select 1 from claims where key = 'first-ambassador'")).rows).toEqual([]);
  });

  it("the founder's link makes exactly one person ambassador, across two processes", async () => {
    const replica = await startReplica(test);
    try {
      const names = ['one', 'two', 'three', 'four'];
      const outcomes = await Promise.allSettled(
        names.map(async (name, index) => {
          // Waits, so that both processes get calls. Calls of one event-loop turn share a message to one process.
          await setTimeout(index);
          return test.register(`founder ${name}`, { founderToken: newest, idempotencyKey: `key of ${name}` });
        }),
      );
      const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.person : []));
      expect(made).toMatchObject([{ isAmbassador: true }]);
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : []));
      expect(refused).toEqual(['not_found', 'not_found', 'not_found']);
      const name = made[0]!.username;
      const repeat = { username: name, password: 'correct horse', founderToken: newest };
      const again = await test.call(identityRpc.register, { ...repeat, isCreator: false, device: null }, null, {
        idempotencyKey: `key of ${name.replace('founder ', '')}`,
      });
      expect(again).toMatchObject({ signedIn: null });
      expect((await test.service.pool.query('select * from founder_links')).rows).toEqual([]);
    } finally {
      await replica.stop();
    }
  });

  it("the founder's link cannot be made again, even after the role was revoked", async () => {
    const ambassadors = (await test.service.pool.query('select account_id from accounts where is_ambassador')).rows;
    expect(ambassadors).toHaveLength(1);
    const [person] = await test.people(ambassadors[0].account_id);
    await test.setRole(person!.username, false);
    expect(await make()).toBeNull();
  });
});

describe("the founder's link after a grant by an operator", () => {
  const test = serviceForBlock(() => startIdentity());

  it("a registration with a bad founder's token is refused with not_found", async () => {
    const { link } = await test.call(identityRpc.makeFounderLink, { isFirst: true }, null);
    await test.register('Grace');
    await test.setRole('Grace', true);
    await expect(test.register('Late', { founderToken: link!.token })).rejects.toMatchObject({ code: 'not_found' });
    expect(await test.call(identityRpc.makeFounderLink, { isFirst: false }, null)).toEqual({ link: null });
  });
});
