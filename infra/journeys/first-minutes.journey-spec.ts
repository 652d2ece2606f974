import { join } from 'node:path';
import { describe } from '@jest/globals';
import { repository } from '../local/paths.mjs';
import { systemForBlock } from './a-system.ts';
import { answeredInJourney } from './answered-in.journey.ts';
import { blocksAndMutesJourney } from './blocks-and-mutes.journey.ts';
import { filteredAsksJourney } from './filtered-asks.journey.ts';
import { findingPeopleJourney } from './finding-people.journey.ts';
import { firstAccountJourney } from './first-account.journey.ts';
import { foundingJourney } from './founding.journey.ts';
import { guestsJourney } from './guests.journey.ts';
import { marksJourney } from './marks.journey.ts';
import { moderatingReportsJourney } from './moderating-reports.journey.ts';
import { nearlyHeardJourney } from './nearly-heard.journey.ts';
import { searchingJourney } from './searching.journey.ts';
import { sharingJourney } from './sharing.journey.ts';
import { toldWhenOpenJourney } from './told-when-open.journey.ts';
import { xpOfActsJourney } from './xp-of-acts.journey.ts';

/** The first ambassador needs a system without ambassadors, so this part runs first. */
describe('the first ten minutes in one system', () => {
  // The unbuilt `index.html` is enough for the link previews of pages.
  const system = systemForBlock({ env: { WEB_ROOT: join(repository, 'web') } });
  describe('the first ambassador', () => foundingJourney(system));
  describe('a question that is nearly heard', () => nearlyHeardJourney(system));
  describe('the people who boosted a question before it opened', () => toldWhenOpenJourney(system));
  describe('watches and bookmarks', () => marksJourney(system));
  describe('guests', () => guestsJourney(system));
  describe('the search for words', () => searchingJourney(system));
  describe('asks that a person does not want', () => filteredAsksJourney(system));
  describe('a question that is shared', () => sharingJourney(system));
  describe('the search for people', () => findingPeopleJourney(system));
  describe('blocks and mutes', () => blocksAndMutesJourney(system));
  describe('the first steps of a new account', () => firstAccountJourney(system));
  describe('reports', () => moderatingReportsJourney(system));
  describe('an answer in an episode', () => answeredInJourney(system));
  describe('the XP of an act', () => xpOfActsJourney(system));
});
