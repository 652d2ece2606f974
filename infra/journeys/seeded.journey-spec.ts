import { describe } from '@jest/globals';
import { replayJourney } from './replay.journey.ts';
import { seededCommunityJourney } from './seed.journey.ts';
import { systemForBlock } from './system-for-block.ts';

describe('one seeded system', () => {
  const system = systemForBlock();
  describe('with the seeded community', () => seededCommunityJourney(system));
  describe('after all kinds of events', () => replayJourney(system));
});
