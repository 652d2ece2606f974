import { describe, expect, test } from '@jest/globals';
import { chosenSteps } from './chosen-steps.ts';

const steps = [{ name: 'lint' }, { name: 'unit' }, { name: 'browsers', isExtra: true }, { name: 'load' }];

describe('the steps of npm test', () => {
  test.each([
    ['all but the extra steps', [], 'lint unit load'],
    ['the named steps alone', ['--only', 'load,lint'], 'lint load'],
    ['a named extra step alone', ['--only=browsers'], 'browsers'],
    ['the usual steps and a named extra step', ['--with', 'browsers'], 'lint unit browsers load'],
    ['named steps and a named extra step', ['--only', 'unit', '--with=browsers'], 'unit browsers'],
  ])('are %s', (_rule, args, expected) => {
    expect(
      chosenSteps(steps, args)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(expected);
  });

  test.each([[['--only', 'lint,all']], [['--with', 'none']], [['--only']]])(
    'are refused when %p names none of them',
    (args) => {
      expect(() => chosenSteps(steps, args)).toThrow('lint, unit, browsers, load');
    },
  );
});
