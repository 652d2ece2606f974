import { notificationRpc } from '@hearsay/contracts';
import { say } from '../local/progress.mjs';
import type { SeedCalls } from './calls.ts';
import { stories } from './community.ts';
import { episodes } from './episodes.ts';
import { expect, grantsOf } from './expectation.ts';
import { people } from './people.ts';
import { planCommunity } from './plan.ts';
import { settle } from './settle.ts';
import { ActWriter } from './write-acts.ts';
import { grantToPeople, registerPeople, seedInstant } from './write-people.ts';
import { writeProfiles } from './write-profiles.ts';
import { SceneWriter } from './write-scenes.ts';
import { finishUndoing, writeWipes } from './write-wipes.ts';

/** Everybody has read their bell until so long before the seed. */
const readAgoSeconds = 1.5 * 86_400;
/** After how many acts it is said how many are done. */
const progressEvery = 500;

/**
 * Carries the whole plan out and waits for its effects. What an earlier, interrupted run has done stays as it is.
 * @param gateway its address, which takes bytes
 * @throws when something differs from the plan
 */
export const moveIn = async (calls: SeedCalls, gateway: string): Promise<void> => {
  const plan = planCommunity(people, stories);
  const earlier = expect(plan, { readAgoSeconds, onlyUntilThen: true });
  const all = expect(plan, { readAgoSeconds, onlyUntilThen: false });
  const grants = grantsOf(plan, all);

  const instant = await seedInstant(calls, people[0]!);
  const ids = await registerPeople(calls, people, instant);
  await finishUndoing(calls, { ids, instant });
  await grantToPeople(calls, people, { ids, grants, instant });
  say(`${people.length} people are here.`);

  const writer = new ActWriter(calls, plan, { ids, instant });
  const usernames = new Map(people.map(({ key, username }) => [key, username]));
  const scenes = new SceneWriter(calls, { ids, usernames, written: writer.written, instant, gateway });
  let done = 0;
  const onDone = () => {
    done += 1;
    if (done % progressEvery === 0) say(`${done} of ${plan.acts.length} acts …`);
  };
  await writer.write(
    plan.acts.filter((act) => act.ago >= readAgoSeconds),
    onDone,
  );
  await scenes.write(plan.scenes.filter((scene) => scene.ago >= readAgoSeconds));
  // Read bells cut groups of boosts in two, so everything before must have rung.
  await settle(calls, { ids, grants, expectation: earlier, written: writer.written, isLowerBound: true });
  const now = new Date(instant - readAgoSeconds * 1000).toISOString();
  await Promise.all(
    [...ids].map(([key, accountId]) =>
      calls.call(notificationRpc.markAllRead, {}, { accountId, now, key: `read ${key}` }),
    ),
  );
  await writer.write(
    plan.acts.filter((act) => act.ago < readAgoSeconds),
    onDone,
  );
  await scenes.write(plan.scenes.filter((scene) => scene.ago < readAgoSeconds));
  await writeWipes(calls, { ids, instant });
  const acts = plan.acts.length + plan.scenes.length;
  say(
    `${plan.stories.length} questions and ${episodes.length} episodes are there, with all of ${acts} acts; waiting for XP and bells …`,
  );
  await settle(calls, { ids, grants, expectation: all, written: writer.written, isLowerBound: false });
  await writeProfiles(calls, { ids, now });
};
