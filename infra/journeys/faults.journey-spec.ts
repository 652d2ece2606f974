import { rmSync } from 'node:fs';
import { afterAll, describe } from '@jest/globals';
import { makeThrowAwayFolder } from '../local/servers/start-servers.ts';
import { killedActsJourney } from './killed-acts.journey.ts';
import { killedServicesJourney } from './killed-services.journey.ts';
import { serversGoneJourney } from './servers-gone.journey.ts';
import { systemForBlock } from './system-for-block.ts';

describe('faults of one system', () => {
  const home = makeThrowAwayFolder();
  // Without fsync a killed PostgreSQL forgets its last commits.
  const system = systemForBlock({ dataDir: home, durable: true });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

  describe('a service that is killed during acts of several steps', () => killedActsJourney(system));
  describe('a server that is away for ten seconds', () => serversGoneJourney(system));
  // The last test stops the system and starts another one on its data.
  describe('a service that is killed while people chat and boost', () => killedServicesJourney(system, home));
});
