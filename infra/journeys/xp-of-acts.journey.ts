import type { XpActivity, XpToday } from '@hearsay/contracts';
import { xpAmounts } from '@hearsay/game-rules';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import type { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

/** The longest interval, so that no pool pays an anonymous post during this journey. */
const poolSeconds = '86400';

/** After an act, the web app shows the XP that `xp-activities` lists. `xp-today` must count the same XP by rule. */
export const xpOfActsJourney = (system: System): void => {
  const [actor, other, target] = registerPeople(system, ...(['actor', 'other', 'target'] as const));
  let usualPoolSeconds = '';

  beforeAll(async () => {
    usualPoolSeconds = system.environmentOf('gamification').ANONYMOUS_XP_POOL_SECONDS ?? '0';
    await system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: poolSeconds });
    await untilReadyAndSettled(system);
  });
  afterAll(() => system.restartWith('gamification', { ANONYMOUS_XP_POOL_SECONDS: usualPoolSeconds }));

  const today = async (client: Client): Promise<Record<string, number>> => {
    const rules = await client.get<XpToday[]>(`/api/users/${client.user.id}/xp-today`);
    return Object.fromEntries(rules.map(({ rule, counted }) => [rule, counted]));
  };

  /** @returns the added XP of today by rule, and the entries about the content that the act has made */
  const paidFor = async (client: Client, act: () => Promise<{ id: string }>) => {
    const before = await today(client);
    const { id } = await act();
    await untilReadyAndSettled(system);
    const after = Object.entries(await today(client)).map(([rule, counted]) => [rule, counted - (before[rule] ?? 0)]);
    const entries = (await client.activities()).filter(({ contentId }) => contentId === id);
    return {
      raised: Object.fromEntries(after.filter(([, more]) => more !== 0)),
      entries: entries.map(({ rule, counted }) => ({ rule, counted })),
    };
  };
  const pays = (rule: keyof typeof xpAmounts) => ({
    raised: { [rule]: xpAmounts[rule] },
    entries: [{ rule, counted: xpAmounts[rule] }],
  });
  const paysNothing = { raised: {}, entries: [] };

  it('the XP of an act are counted at once, under the rule of the act', async () => {
    const room = await other.ask({ title: 'What do you count?' });
    const waiting = await other.ask({ title: 'What counts for you?', targetUserId: target.user.id });
    await untilReadyAndSettled(system);
    const boost = async () => {
      await actor.boost('question', room.id);
      return room;
    };
    expect(await paidFor(actor, () => actor.ask({ title: 'What is worth ten?' }))).toEqual(pays('question-posted'));
    expect(await paidFor(actor, boost)).toEqual(pays('boost-given'));
    expect(await paidFor(actor, () => actor.say(room.id, 'My steps'))).toEqual(pays('answer-given'));
    expect(await paidFor(actor, () => actor.publish('What is worth twenty'))).toEqual(pays('podcast-published'));
    expect(await paidFor(target, () => target.approveWithReply(waiting.id, 'My word', 2))).toEqual(
      pays('answer-given'),
    );
    const newest = await actor.get<XpActivity[]>(`/api/users/${actor.user.id}/xp-activities?limit=2`);
    expect(newest.map(({ rule }) => rule)).toEqual(['podcast-published', 'answer-given']);
    expect((await other.activities()).filter(({ contentId }) => contentId === waiting.id)).toMatchObject([
      { rule: 'question-approved', counted: xpAmounts['question-approved'] },
    ]);
  });

  it('anonymous posts, second replies, pending asks and own replies earn no XP', async () => {
    const room = await other.ask({ title: 'Who counts twice?' });
    const named = await actor.ask({ title: 'Who asks for themselves?' });
    await actor.say(room.id, 'The first');
    await untilReadyAndSettled(system);
    const nothing = [
      () => actor.ask({ title: 'Who hears me?', isAnonymous: true }),
      () => actor.say(room.id, 'Nobody knows me', { isAnonymous: true }),
      () => actor.say(room.id, 'The second'),
      () => actor.ask({ title: 'Will you take it?', targetUserId: target.user.id }),
      () => actor.say(named.id, 'I do'),
    ];
    for (const act of nothing) expect(await paidFor(actor, act)).toEqual(paysNothing);
  });

  it('XP above the cap of a day are not counted', async () => {
    for (let asked = (await today(actor))['question-posted']!; asked < 200; asked += xpAmounts['question-posted'])
      await actor.ask({ title: `What is the sum of ${asked}?` });
    await untilReadyAndSettled(system);
    expect((await today(actor))['question-posted']).toBe(200);
    expect(await paidFor(actor, () => actor.ask({ title: 'What is one more?' }))).toEqual({
      raised: {},
      entries: [{ rule: 'question-posted', counted: 0 }],
    });
  });
};
