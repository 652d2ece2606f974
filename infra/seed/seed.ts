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
import { connectOperator } from '@hearsay/service-runtime';
import type { System } from '../local/bring-up.ts';
import { say } from '../local/progress.mjs';
import { writeAtomically } from '../local/servers/processes.ts';
import { untilSettled } from '../local/settled.ts';
import { SeedCalls } from './calls.ts';
import { community, type Deed, developmentPassword, type Person, usernameOf } from './community.ts';
import { type Actors, makeActors, makeSteps, runSteps, type Step } from './steps.ts';

/** Services keep results of idempotency keys for a day. A run that began longer ago than this must not be repeated. */
const rememberedMs = 20 * 3_600_000;
const settlingInSeconds = 12 * 3600;
const progressEvery = 500;
const pauseMs = 150;
const maxWipes = 100;

const { people, questions, episodes, follows, wipes, read, logins } = community;

const accountOf = async (calls: SeedCalls, username: string): Promise<string | null> =>
  (await calls.call(identityRpc.accountByName, { username })).accountId;

/**
 * The instant (ms) from which the seed's times count back. It is now, unless an earlier run was interrupted. Then it is
 * that run's instant, found by the date of the first account. @throws when that run is too old to be repeated
 */
const seedInstant = async (calls: SeedCalls): Promise<number> => {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const { username, joined } = people[0]!;
  const accountId = await accountOf(calls, username);
  if (accountId === null) return now;
  const [person] = (await calls.call(identityRpc.people, { ids: [accountId] })).people;
  if (!person) throw new Error(`${username} has a name but no account`);
  const earlier = Date.parse(person.createdAt) + joined * 1000;
  if (now - earlier > rememberedMs)
    throw new Error('This community was begun too long ago to be completed. Begin anew with: npm start -- --reset');
  return earlier;
};

const register = async ({ calls, ids, nowAt }: Actors, person: Person): Promise<void> => {
  const { key, username, creator, joined, role, gift } = person;
  const input = { username, password: developmentPassword, isCreator: creator !== undefined };
  const { signedIn } = await calls.call(identityRpc.register, input, { now: nowAt(joined), key: `person ${key}` });
  // A repeated registration returns no account, so the account is found by its name.
  const accountId = signedIn?.person.id ?? (await accountOf(calls, username));
  if (accountId === null) throw new Error(`${username} was registered and is not there`);
  ids.set(key, accountId);
  const now = nowAt(joined - settlingInSeconds);
  if (role === 'ambassador' || role === 'spotlight')
    await calls.call(identityRpc.setRole, { username, role, isGranted: true }, { now, key: `role ${key}` });
  const grant = { accountId, amount: Number(gift), reason: 'Brought along from the early days' };
  if (gift) await calls.call(gamificationRpc.grantXp, grant, { now, key: `grant ${key}` });
};

const changeProfile = async (actors: Actors, person: Person): Promise<void> => {
  const { key, gradient, aura, profileLink, invitation, hidden, whoMayAsk } = person;
  const preset = gradientPresets.find(({ name }) => name === gradient);
  if (gradient && !preset) throw new Error(`There is no gradient ${gradient}`);
  const showActivity = hidden === undefined ? undefined : false;
  const profile = { gradientColors: preset?.classes, aura, profileLink, invitation, whoMayAsk, showActivity };
  if (Object.values(profile).every((value) => value === undefined)) return;
  // The cast is safe, because identity validates the values from the file.
  const input = profile as RpcInput<typeof identityRpc.changeProfile>;
  await actors.calls.call(identityRpc.changeProfile, input, actors.at({ by: key, ago: read }, `profile ${key}`));
};

const knownWipes = async (calls: SeedCalls) => (await calls.call(moderationRpc.wipes, { limit: maxWipes })).wipes;

/** Undoes a wipe and waits for its end, because the posts cannot be read or answered before. */
const undo = async (actors: Actors, { by, undone }: Deed, wipeId: string): Promise<void> => {
  if (undone === null) return;
  await actors.calls.call(moderationRpc.undoWipe, { wipeId }, actors.at({ by, ago: undone }, `undo ${wipeId}`));
  const isBack = async () =>
    (await knownWipes(actors.calls)).some((wipe) => wipe.wipeId === wipeId && wipe.done === wipe.total);
  while (!(await isBack())) await pause(pauseMs);
};

/** Finishes the undos of an interrupted run. @returns the wiped people whose wipe is never undone */
const finishUndoing = async (actors: Actors): Promise<Set<string>> => {
  const gone = new Set<string>();
  for (const { wipeId, subjectId } of await knownWipes(actors.calls)) {
    const wipe = wipes.find(({ whom }) => actors.idOf(whom!) === subjectId);
    if (!wipe) continue;
    if (wipe.undone === null) gone.add(wipe.whom!);
    await undo(actors, wipe, wipeId);
  }
  return gone;
};

/** A repeat continues an interrupted seed. `settled` resolves when consumers have applied all events. */
export const runSeed = async (calls: SeedCalls, gateway: string, settled: () => Promise<void>): Promise<void> => {
  const actors = makeActors(calls, await seedInstant(calls));
  const [first, ...others] = people as [Person, ...Person[]];
  // `seedInstant` recognises an interrupted seed by the first account.
  await register(actors, first);
  await Promise.all(others.map((person) => register(actors, person)));
  const gone = await finishUndoing(actors);
  say(`${people.length} people are here.`);

  const following = follows.map(({ by, ago, whom }): Step => {
    const input = { accountId: actors.idOf(whom), isFollowing: true };
    const run: Step['run'] = (act) => calls.call(engagementRpc.setFollow, input, act);
    return { by, ago, key: `follow ${whom} ${by}`, places: [], run };
  });
  const steps = [
    ...questions.flatMap((post, index) => makeSteps(actors, gateway, post, `question ${index}`)),
    ...episodes.flatMap((post, index) => makeSteps(actors, gateway, post, `episode ${index}`)),
    ...following,
  ]
    // Skips acts of people who stay wiped, because a repeated seed cannot find their posts.
    .filter(({ by }) => !gone.has(by))
    // The sort is stable, so acts of the same instant keep the order above: question, replies, boosts.
    .sort((a, b) => b.ago - a.ago);
  let done = 0;
  const onDone = () => {
    done += 1;
    if (done % progressEvery === 0) say(`${done} of ${steps.length} acts …`);
  };
  const carryOutWhen = (isDue: (step: Step) => boolean) => runSteps(actors, steps.filter(isDue), onDone);

  await carryOutWhen(({ ago }) => ago >= read);
  // Boosts join a notification only while it is unread, so all earlier boosts must have arrived.
  await settled();
  const readAll = ({ key }: Person) =>
    calls.call(notificationRpc.markAllRead, {}, actors.at({ by: key, ago: read }, `read ${key}`));
  await Promise.all(people.map(readAll));
  await carryOutWhen(({ ago }) => ago < read);
  for (const [index, wipe] of wipes.entries()) {
    const input = { subjectId: actors.idOf(wipe.whom!) };
    const { wipeId } = await calls.call(moderationRpc.startWipe, input, actors.at(wipe, `wipe ${index}`));
    await undo(actors, wipe, wipeId);
  }
  say(`${questions.length} questions and ${episodes.length} episodes are there; waiting for XP and bells …`);
  await settled();
  // Profiles change last, because identity allows an aura only after it has received the person's level.
  await Promise.all(people.map((person) => changeProfile(actors, person)));
};

export const seed = async (system: System): Promise<void> => {
  // Everyone knows the passwords of the seed.
  if (process.env.NODE_ENV === 'production') throw new Error('The seed is for development only');
  const { NATS_CREDS: credentialsFile, NATS_CA: caFile } = process.env;
  const operator = await connectOperator({ url: system.natsUrl, credentialsFile, caFile });
  try {
    await runSeed(new SeedCalls(operator.rpc), system.url, () => untilSettled(system));
  } finally {
    await operator.close();
  }
  const written = Object.entries(logins).map(([role, key]) => {
    return { role, username: usernameOf(key), password: developmentPassword };
  });
  writeAtomically(system.files.logins, `${JSON.stringify(written, null, 2)}\n`, 0o600);
};
