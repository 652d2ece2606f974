import { figures } from './language.ts';

export const formTexts = {
  count: (length: number, limit: number) => `${figures(length)} / ${figures(limit)}`,
  atMost: (limit: number) => `At most ${figures(limit)} characters`,
  leftAtMost: (count: number) => (count === 0 ? 'No characters left' : `At most ${figures(count)} characters left`),
  beyondLimit: 'Too many characters',
  wholeNumber: (min: number, max: number) => `A whole number from ${figures(min)} to ${figures(max)}`,
  fromTo: (min: number, max: number) => `${figures(min)} to ${figures(max)}`,
  optional: 'optional',
  draftKept: 'Your draft is back.',
  startOver: 'Start over',
  sentLater: 'It is sent as soon as you are back.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
};
