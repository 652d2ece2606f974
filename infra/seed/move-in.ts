import { setTimeout as pause } from 'node:timers/promises';
import {
  engagementRpc,
  gamificationRpc,
  identityRpc,
  moderationRpc,
  notificationRpc,
  type RpcInput,
} from '@hearsay/contracts';
import { gradientPresets } from '@hearsay/game-rules';
import { say } from '../local/progress.mjs';
import { type Actors, actorsOf, carryOut, type Step } from './actors.ts';
import type { SeedCalls } from './calls.ts';
import { type Community, type Deed, developmentPassword, type Person } from './community.ts';
import { stepsOf } from './post-steps.ts';

/** Results of repeated acts are remembered for a day. With less than this left nothing may be repeated. */
const rememberedMs = 20 * 3_600_000;
const settlingInSeconds = 12 * 3600;
const progressEvery = 500;
const pauseMs = 150;
const mostWipes = 100;

const each = <T>(items: readonly T[], run: (item: T) => Promise<unknown>) => Promise.all(items.map(run));

/**
 * The instant (ms) that the seed's times count back from: now, or that of an interrupted run, known by its first
 * account. @throws when that run is too old to repeat safely
 */
const seedInstant = async (calls: SeedCalls, { username, joined }: Person): Promise<number> => {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const { accountId } = await calls.call(identityRpc.accountByName, { username });
  if (accountId === null) return now;
  const [person] = (await calls.call(identityRpc.people, { ids: [accountId] })).people;
  if (!person) throw new Error(`${username} has a name but no account`);
  const earlier = Date.parse(person.createdAt) + joined * 1000;
  if (now - earlier > rememberedMs)
    throw new Error('This community was begun too long ago to be completed. Begin anew with: npm start -- --reset');
  return earlier;
};

const register = async ({ calls, ids, nowAt }: Actors, [first, ...others]: readonly Person[]): Promise<void> => {
  const enter = async ({ key, username, creator, joined, role, gift }: Person) => {
    const input = { username, password: developmentPassword, isCreator: creator !== undefined };
    const { signedIn } = await calls.call(identityRpc.register, input, { now: nowAt(joined), key: `person ${key}` });
    // A repeat registers no second account.
    const accountId = signedIn?.person.id ?? (await calls.call(identityRpc.accountByName, { username })).accountId;
    if (accountId === null) throw new Error(`${username} was registered and is not there`);
    ids.set(key, accountId);
    const now = nowAt(joined - settlingInSeconds);
    if (role === 'ambassador' || role === 'spotlight')
      await calls.call(identityRpc.setRole, { username, role, isGranted: true }, { now, key: `role ${key}` });
    const grant = { accountId, amount: Number(gift), reason: 'Brought along from the early days' };
    if (gift) await calls.call(gamificationRpc.grantXp, grant, { now, key: `grant ${key}` });
  };
  // The first account identifies an interrupted seed, so it comes first.
  await enter(first!);
  await each(others, enter);
};

const profileOf = (person: Person): RpcInput<typeof identityRpc.changeProfile> => {
  const { gradient, aura, link, hidden, whoMayAsk } = person;
  const preset = gradientPresets.find(({ name }) => name === gradient);
  if (gradient && !preset) throw new Error(`There is no gradient ${gradient}`);
  // The service checks the words of the file.
  return {
    ...(preset && { gradientColors: preset.classes }),
    ...(aura && { aura }),
    ...(link && { profileLink: link }),
    ...(whoMayAsk && { whoMayAsk }),
    ...(hidden && { showActivity: false }),
  } as RpcInput<typeof identityRpc.changeProfile>;
};

const knownWipes = async (calls: SeedCalls) => (await calls.call(moderationRpc.wipes, { limit: mostWipes })).wipes;

/** Waits for the end of the undoing. Before that the posts can be neither read nor answered. */
const undo = async (actors: Actors, { by, undone }: Deed, wipeId: string): Promise<void> => {
  if (undone === null) return;
  await actors.calls.call(moderationRpc.undoWipe, { wipeId }, actors.at({ by, ago: undone }, `undo ${wipeId}`));
  const isBack = async () =>
    (await knownWipes(actors.calls)).some((wipe) => wipe.wipeId === wipeId && wipe.done === wipe.total);
  while (!(await isBack())) await pause(pauseMs);
};

/** @returns the people whose posts an interrupted run has wiped for good */
const finishUndoing = async (actors: Actors, wipes: readonly Deed[]): Promise<Set<string>> => {
  const gone = new Set<string>();
  for (const { wipeId, subjectId } of await knownWipes(actors.calls)) {
    const wipe = wipes.find(({ whom }) => actors.idOf(whom!) === subjectId);
    if (!wipe) continue;
    if (wipe.undone === null) gone.add(wipe.whom!);
    await undo(actors, wipe, wipeId);
  }
  return gone;
};

export const moveIn = async (
  community: Community,
  calls: SeedCalls,
  { gateway, settled }: { gateway: string; settled: () => Promise<void> },
): Promise<void> => {
  const { people, questions, episodes, follows, wipes, read } = community;
  const actors = actorsOf(calls, people, await seedInstant(calls, people[0]!));
  await register(actors, people);
  const gone = await finishUndoing(actors, wipes);
  say(`${people.length} people are here.`);

  const following = follows.map(({ by, ago, whom }): Step => {
    const input = { accountId: actors.idOf(whom), isFollowing: true };
    return {
      by,
      ago,
      key: `follow ${whom} ${by}`,
      places: [],
      run: (act) => calls.call(engagementRpc.setFollow, input, act),
    };
  });
  const steps = [
    ...questions.flatMap((post, index) => stepsOf(actors, gateway, post, `question ${index}`)),
    ...episodes.flatMap((post, index) => stepsOf(actors, gateway, post, `episode ${index}`)),
    ...following,
  ]
    // A repeated seed cannot find content that was wiped the first time.
    .filter(({ by }) => !gone.has(by))
    // Equal instants keep the order above: question, replies, boosts.
    .sort((a, b) => b.ago - a.ago);
  let done = 0;
  const onDone = () => {
    done += 1;
    if (done % progressEvery === 0) say(`${done} of ${steps.length} acts …`);
  };
  const carryOutWhen = (isDue: (step: Step) => boolean) => carryOut(actors, steps.filter(isDue), onDone);

  await carryOutWhen(({ ago }) => ago >= read);
  // Reading a bell splits a group of boosts, so earlier notices must have arrived.
  await settled();
  await each(people, ({ key }) =>
    calls.call(notificationRpc.markAllRead, {}, actors.at({ by: key, ago: read }, `read ${key}`)),
  );
  await carryOutWhen(({ ago }) => ago < read);
  for (const [index, wipe] of wipes.entries()) {
    const input = { subjectId: actors.idOf(wipe.whom!) };
    const { wipeId } = await calls.call(moderationRpc.startWipe, input, actors.at(wipe, `wipe ${index}`));
    await undo(actors, wipe, wipeId);
  }
  say(`${questions.length} questions and ${episodes.length} episodes are there; waiting for XP and bells …`);
  await settled();
  // Looks come last, because auras need levels that identity has received.
  await each(people, (person) => {
    const profile = profileOf(person);
    const act = actors.at({ by: person.key, ago: read }, `profile ${person.key}`);
    return Object.keys(profile).length === 0 ? Promise.resolve() : calls.call(identityRpc.changeProfile, profile, act);
  });
};
