import { describe } from '@jest/globals';
import { aSystem } from './a-system.ts';
import { anonymousActs } from './anonymous-acts.journey.ts';
import { invalidInput } from './bad-input.journey.ts';
import { description } from './description.journey.ts';
import { locks } from './locks.journey.ts';
import { permissions } from './permissions.journey.ts';
import { modelCaps, xp } from './xp.journey.ts';

describe('rules in one system', () => {
  const system = aSystem({ twice: ['content', 'engagement'], env: { LOG_LEVEL: 'debug', DAILY_XP_CAPS: modelCaps } });
  describe('acts on anonymous posts', () => anonymousActs(system));
  describe('the lock of a question', () => locks(system));
  describe('the table of permissions', () => permissions(system));
  describe('the API with invalid and repeated input', () => invalidInput(system));
  describe('the description of the API', () => description(system));
  describe('boosts and XP after random acts', () => xp(system));
});
