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

/** The first ambassador needs a system without ambassadors, so this part runs first. */
describe('the first ten minutes in one system', () => {
  // The unbuilt `index.html` is enough for the link previews of pages.
  const system = aSystem({ env: { WEB_ROOT: join(repository, 'web') } });
  describe('the first ambassador', () => founding(system));
  describe('a question that is nearly heard', () => nearlyHeard(system));
  describe('the people who boosted a question before it opened', () => toldWhenOpen(system));
  describe('watches and bookmarks', () => marks(system));
  describe('guests', () => guests(system));
  describe('the search for words', () => searching(system));
  describe('asks that a person does not want', () => filteredAsks(system));
  describe('a question that is shared', () => sharing(system));
  describe('the search for people', () => findingPeople(system));
  describe('blocks and mutes', () => blocksAndMutes(system));
  describe('the first steps of a new account', () => firstAccount(system));
  describe('reports', () => moderatingReports(system));
  describe('an answer in an episode', () => answeredIn(system));
  describe('the XP of an act', () => xpOfActs(system));
});
