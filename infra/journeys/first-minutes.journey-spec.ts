import { join } from 'node:path';
import { describe } from '@jest/globals';
import { repository } from '../local/paths.mjs';
import { aSystem } from './a-system.ts';
import { answeredIn } from './answered-in.journey.ts';
import { blocksAndMutes } from './blocks-and-mutes.journey.ts';
import { filteredAsks } from './filtered-asks.journey.ts';
import { findingPeople } from './finding-people.journey.ts';
import { firstAccount } from './first-account.journey.ts';
import { founding } from './founding.journey.ts';
import { guests } from './guests.journey.ts';
import { marks } from './marks.journey.ts';
import { moderatingReports } from './moderating-reports.journey.ts';
import { nearlyHeard } from './nearly-heard.journey.ts';
import { searching } from './searching.journey.ts';
import { sharing } from './sharing.journey.ts';
import { toldWhenOpen } from './told-when-open.journey.ts';
import { xpOfActs } from './xp-of-acts.journey.ts';

/** `founding` needs a system without ambassadors, so it runs first. */
describe('the first ten minutes in one system', () => {
  // The unbuilt document is enough for the heads and pictures of pages.
  const system = aSystem({ env: { WEB_ROOT: join(repository, 'web') } });
  describe('the first ambassador', () => founding(system));
  describe('a question that is nearly heard', () => nearlyHeard(system));
  describe('the people who opened a question', () => toldWhenOpen(system));
  describe('watches and bookmarks', () => marks(system));
  describe('a guest and what they come for', () => guests(system));
  describe('searching for words', () => searching(system));
  describe('asks that a person does not want', () => filteredAsks(system));
  describe('a question that is shared', () => sharing(system));
  describe('finding people', () => findingPeople(system));
  describe('blocks and mutes', () => blocksAndMutes(system));
  describe('the first steps of a new account', () => firstAccount(system));
  describe('reports and the acts on them', () => moderatingReports(system));
  describe('an answer in an episode', () => answeredIn(system));
  describe('the XP of an act', () => xpOfActs(system));
});
