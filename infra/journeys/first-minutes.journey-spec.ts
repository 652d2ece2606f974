import { describe } from '@jest/globals';
import { aSystem } from './a-system.ts';
import { nearlyHeard } from './nearly-heard.journey.ts';

describe('the first ten minutes in one system', () => {
  const system = aSystem();
  describe('a question that is nearly heard', () => nearlyHeard(system));
});
