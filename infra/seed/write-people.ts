import { gamificationRpc, identityRpc } from '@hearsay/contracts';
import type { SeedCalls } from './calls.ts';
import type { SeedPerson } from './people.ts';

/** Everybody's password: these accounts exist on development machines alone. */
export const developmentPassword = 'hear-and-say';

const dayMs = 86_400_000;
/** Results of repeated acts are remembered for a day; with less than that left nothing may be begun again. */
const rememberedMs = 20 * 3_600_000;

/**
 * The instant (ms) that the seed's times count back from: now, or that of an earlier, interrupted run, known by the account
 * that came first. @throws when that is so long ago that a repeat would do things twice.
 */
export const seedInstant = async (calls: SeedCalls, first: SeedPerson): Promise<number> => {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const { accountId } = await calls.call(identityRpc.accountByName, { username: first.username });
  if (accountId === null) return now;
  const [person] = (await calls.call(identityRpc.people, { ids: [accountId] })).people;
  if (!person) throw new Error(`${first.username} has a name but no account`);
  const earlier = Date.parse(person.createdAt) + first.joined * dayMs;
  if (now - earlier > rememberedMs)
    throw new Error('This community was begun too long ago to be completed. Begin anew with: npm start -- --reset');
  return earlier;
};

/** Registers everybody. Answers account ids by key. */
export const registerPeople = async (
  calls: SeedCalls,
  people: readonly SeedPerson[],
  instant: number,
): Promise<Map<string, string>> => {
  const register = async ({ key, username, isCreator, joined }: SeedPerson) => {
    const now = new Date(instant - joined * dayMs).toISOString();
    const { signedIn } = await calls.call(
      identityRpc.register,
      { username, password: developmentPassword, isCreator: isCreator ?? false },
      { now, key: `person ${key}` },
    );
    // A repeat of an interrupted seed registers nobody anew.
    const accountId = signedIn?.person.id ?? (await calls.call(identityRpc.accountByName, { username })).accountId;
    if (accountId === null) throw new Error(`${username} was registered and is not there`);
    return [key, accountId] as const;
  };
  const [first, ...others] = people;
  // An interrupted seed is recognised by the first one, so nobody comes before them.
  const ids = new Map([await register(first!)]);
  for (const [key, id] of await Promise.all(others.map(register))) ids.set(key, id);
  return ids;
};

/** Roles, and XP that the acts do not bring. */
export const grantToPeople = async (
  calls: SeedCalls,
  people: readonly SeedPerson[],
  options: { ids: ReadonlyMap<string, string>; grants: ReadonlyMap<string, number>; instant: number },
): Promise<void> => {
  const { ids, grants, instant } = options;
  await Promise.all(
    people.map(async ({ key, username, role, joined }) => {
      const now = new Date(instant - (joined - 0.5) * dayMs).toISOString();
      if (role) await calls.call(identityRpc.setRole, { username, role, isGranted: true }, { now, key: `role ${key}` });
      const amount = grants.get(key);
      if (amount === undefined) return;
      const input = { accountId: ids.get(key)!, amount, reason: 'Brought along from the early days' };
      await calls.call(gamificationRpc.grantXp, input, { now, key: `grant ${key}` });
    }),
  );
};
