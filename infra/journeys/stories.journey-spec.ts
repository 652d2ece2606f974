import { describe } from '@jest/globals';
import { aSystem } from './a-system.ts';
import { episodes } from './episodes.journey.ts';
import { exactCounts } from './exact-counts.journey.ts';
import { moderation } from './moderation.journey.ts';
import { people } from './people.journey.ts';
import { podcastFeed } from './podcast-feed.journey.ts';
import { story } from './story.journey.ts';

/** The first journeys compare whole lists, so the journeys that fill these lists run last. */
describe('stories in one system', () => {
  const system = aSystem();
  describe('a question in confession mode', () => story(system));
  describe('moderation of a whole system', () => moderation(system));
  describe('people and their relations', () => people(system));
  describe('an episode', () => episodes(system));
  describe('a feed for podcast apps', () => podcastFeed(system));
  describe('a random mix of acts', () => exactCounts(system));
});
