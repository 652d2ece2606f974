import { rmSync } from 'node:fs';
import { afterAll, describe } from '@jest/globals';
import { throwAwayFolder } from '../local/servers/start-servers.ts';
import { aSystem } from './a-system.ts';
import { killedActs } from './killed-acts.journey.ts';
import { killedServices } from './killed-services.journey.ts';
import { serversGone } from './servers-gone.journey.ts';

describe('faults of one system', () => {
  const home = throwAwayFolder();
  // Without fsync a killed PostgreSQL forgets its last commits.
  const system = aSystem({ dataDir: home, durable: true });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  describe('a service that is killed during acts of several steps', () => killedActs(system));
  describe('a server that is away for ten seconds', () => serversGone(system));
  // The last test stops the system and starts another one on its data.
  describe('a service that is killed while people chat and boost', () => killedServices(system, home));
});
