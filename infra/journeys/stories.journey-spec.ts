import { describe } from '@jest/globals';
import { blocksJourney } from './blocks.journey.ts';
import { episodesJourney } from './episodes.journey.ts';
import { exactCountsJourney } from './exact-counts.journey.ts';
import { filteredAsksJourney } from './filtered-asks.journey.ts';
import { foundingJourney } from './founding.journey.ts';
import { moderationJourney } from './moderation.journey.ts';
import { peopleJourney } from './people.journey.ts';
import { storyJourney } from './story.journey.ts';
import { systemForBlock } from './system-for-block.ts';

/** The first journeys compare whole lists, so the journeys that add many items run last. */
describe('stories in one system', () => {
  const system = systemForBlock();
  describe('the first ambassador', () => foundingJourney(system));
  describe('a question in confession mode', () => storyJourney(system));
  describe('asks that a word rule holds', () => filteredAsksJourney(system));
  describe('blocks', () => blocksJourney(system));
  describe('moderation of a whole system', () => moderationJourney(system));
  describe('people and their relations', () => peopleJourney(system));
  describe('an episode', () => episodesJourney(system));
  describe('a random mix of acts', () => exactCountsJourney(system));
});
