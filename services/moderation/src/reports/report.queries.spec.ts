import { describe, expect, it } from '@jest/globals';
import { reportPairIdOf } from './report.queries.js';

const [ada, bea] = ['0199f0aa-0000-7000-8000-00000000000a', '0199f0aa-0000-7000-8000-00000000000b'];

describe('the id of a pair of reporter and content', () => {
  it('the id of a pair of reporter and content is the same as in earlier releases', () => {
    expect(reportPairIdOf(ada, { contentType: 'question', contentId: bea })).toBe(
      'bf939e2c-8a11-8584-8187-0cfd8ff64e79',
    );
    expect(reportPairIdOf(bea, { contentType: 'podcast', contentId: ada })).toBe(
      '1414874b-53f9-8d61-97f1-83a046ff270f',
    );
  });
});
