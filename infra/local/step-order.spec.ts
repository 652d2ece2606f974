import { describe, expect, it } from '@jest/globals';
import { runInOrder } from './step-order.ts';

const steps = [
  { name: 'lint' },
  { name: 'int', lane: 'servers' },
  { name: 'journeys', lane: 'servers' },
  { name: 'page', lane: 'web' },
  { name: 'browser', lane: 'web' },
  { name: 'unit' },
];

/** Each step ends after those that have begun with it have had a turn. */
const told = async (beside: boolean): Promise<string[]> => {
  const lines: string[] = [];
  const run = async ({ name }: { name: string }) => {
    lines.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    lines.push(`${name} ends`);
  };
  await runInOrder(steps, { beside, run });
  return lines;
};

const oneByOne = (...names: string[]) => names.flatMap((name) => [`${name} begins`, `${name} ends`]);

describe('the steps of a test run', () => {
  it('run in their lanes, beside each other, once those without a lane are through', async () => {
    expect(await told(true)).toEqual([
      ...oneByOne('lint', 'unit'),
      ...['int begins', 'page begins', 'int ends', 'journeys begins', 'page ends', 'browser begins'],
      ...['journeys ends', 'browser ends'],
    ]);
  });

  it('run one by one where two lanes would be too much', async () => {
    expect(await told(false)).toEqual(oneByOne('lint', 'unit', 'int', 'journeys', 'page', 'browser'));
  });
});
