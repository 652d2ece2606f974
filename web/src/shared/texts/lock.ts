import { counted } from './language.ts';

const boosts = (count: number) => counted(count, { one: 'boost', other: 'boosts' });

export const lockTexts = {
  title: 'The lock',
  intro: 'You can lower the lock at any time, and never raise it again.',
  threshold: 'Boosts until everyone hears it',
  opensAt: (threshold: number) => `It opens for everyone at ${boosts(threshold)}.`,
  /** An earlier peak of boosts counts too: a threshold lowered to it opens the question at once. */
  opensByPeak: 'If it ever had that many, it opens at once.',
  opensNow: (count: number) => `It has ${boosts(count)}, so it opens for everyone at once and stays open.`,
  opensForAll: 'It opens for everyone at once and stays open.',
  end: 'If that is not reached by a date',
  endKinds: { stay: 'It stays locked', open: 'It opens', delete: 'It is deleted' },
  until: 'The date',
  untilMissing: 'Choose a time within the next 30 days.',
  fixed: 'Someone has boosted it, so its date stays as it is.',
  submit: 'Lower the lock',
  open: 'Open it for everyone',
  save: 'Save',
  saving: 'Saving…',
  saved: 'The lock is changed',
  opened: 'Everyone hears it now',
  mustSignIn: 'You must be logged in to change a lock',
  failed: { title: 'Error', text: 'The lock could not be changed' },
  refused: {
    threshold_rises: 'It was lowered further in the meantime.',
    already_boosted: 'Someone has just boosted it, so its date stays as it is.',
  },
};
