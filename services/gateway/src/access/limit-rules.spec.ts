import { describe, expect, it } from '@jest/globals';
import { type Limit, limitNames, limitPresets } from './limit-rules.js';

const perMinute = ({ count, seconds }: Limit) => (count * 60) / seconds;

describe('the limits of development', () => {
  it.each(limitNames)('%s: exceed the needs of people and test suites', (name) => {
    const { development, strict } = limitPresets;
    expect(perMinute(development[name])).toBeGreaterThanOrEqual(10_000);
    expect(perMinute(development[name])).toBeGreaterThanOrEqual(100 * perMinute(strict[name]));
  });
});
