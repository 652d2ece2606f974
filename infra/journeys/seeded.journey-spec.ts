import { describe } from '@jest/globals';
import { aSystem } from './a-system.ts';
import { replay } from './replay.journey.ts';
import { seededCommunity } from './seed.journey.ts';

describe('one seeded system', () => {
  const system = aSystem();
  describe('with the seeded community', () => seededCommunity(system));
  describe('after all kinds of events', () => replay(system));
});
