import { connectOperator } from '@hearsay/service-runtime';
import type { System } from '../local/bring-up.ts';
import { writeAtomically } from '../local/servers/processes.ts';
import { settlingOf, untilSettled } from '../local/settled.ts';
import { SeedCalls } from './calls.ts';
import { community, developmentPassword } from './community.ts';
import { moveIn } from './move-in.ts';

export const seed = async (system: System): Promise<void> => {
  // The seed's passwords are public.
  if (process.env.NODE_ENV === 'production') throw new Error('The seed is for development only');
  const { NATS_CREDS: credentialsFile, NATS_CA: caFile } = process.env;
  const operator = await connectOperator({ url: system.natsUrl, credentialsFile, caFile });
  try {
    const home = { gateway: system.url, settled: () => untilSettled(settlingOf(system)) };
    await moveIn(community, new SeedCalls(operator.rpc), home);
  } finally {
    await operator.close();
  }
  const logins = Object.entries(community.logins).map(([role, key]) => ({
    role,
    username: community.people.find((person) => person.key === key)!.username,
    password: developmentPassword,
  }));
  writeAtomically(system.files.logins, `${JSON.stringify(logins, null, 2)}\n`, 0o600);
};
