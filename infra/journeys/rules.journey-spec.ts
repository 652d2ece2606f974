import { describe } from '@jest/globals';
import { anonymousActsJourney } from './anonymous-acts.journey.ts';
import { badInputJourney } from './bad-input.journey.ts';
import { descriptionJourney } from './description.journey.ts';
import { locksJourney } from './locks.journey.ts';
import { permissionsJourney } from './permissions.journey.ts';
import { systemForBlock } from './system-for-block.ts';
import { modelCaps, xpJourney } from './xp.journey.ts';

describe('rules in one system', () => {
  const system = systemForBlock({
    twice: ['content', 'engagement'],
    env: { LOG_LEVEL: 'debug', DAILY_XP_CAPS: modelCaps },
  });
  describe('acts on anonymous posts', () => anonymousActsJourney(system));
  describe('the lock of a question', () => locksJourney(system));
  describe('the table of permissions', () => permissionsJourney(system));
  describe('the API with invalid and repeated input', () => badInputJourney(system));
  describe('the description of the API', () => descriptionJourney(system));
  describe('boosts and XP after random acts', () => xpJourney(system));
});
