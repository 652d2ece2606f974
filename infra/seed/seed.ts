import { writeFileSync } from 'node:fs';
import { connectOperator } from '@hearsay/service-runtime';
import { type Settling, untilSettled } from '../local/settled.ts';
import { SeedCalls } from './calls.ts';
import { community, developmentPassword } from './community.ts';
import { moveIn } from './move-in.ts';

const environment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: npm start runs the seed with everything it needs`);
  return value;
};

const writeLogins = (file: string): void => {
  const logins = Object.entries(community.logins).map(([role, key]) => ({
    role,
    username: community.people.find((person) => person.key === key)!.username,
    password: developmentPassword,
  }));
  writeFileSync(file, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
};

try {
  // Its passwords are known to everybody who has read this repository.
  if (process.env.NODE_ENV === 'production') throw new Error('The seed is for development only');
  const services = JSON.parse(environment('SETTLING')) as Settling[];
  const operator = await connectOperator({
    url: environment('NATS_URL'),
    credentialsFile: process.env.NATS_CREDS,
    caFile: process.env.NATS_CA,
    prefix: process.env.SUBJECT_PREFIX ?? '',
  });
  try {
    const home = { gateway: environment('GATEWAY_URL'), settled: () => untilSettled(services) };
    await moveIn(community, new SeedCalls(operator.rpc), home);
  } finally {
    await operator.close();
  }
  writeLogins(environment('LOGINS_FILE'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
