import { isolateDirection } from '@hearsay/contracts';

/** Reads `m:ss` and `h:mm:ss`. Null for other words. */
export function secondsOf(words: string): number | null {
  const parts = words.trim().split(':');
  if (parts.length > 3 || !parts.every((part, index) => (index === 0 ? /^\d{1,4}$/ : /^[0-5]?\d$/).test(part)))
    return null;
  return parts.reduce((sum, part) => 60 * sum + Number(part), 0);
}

export const episodeTexts = {
  answeredIn: {
    before: 'Answered in',
    at: (at: string) => `at ${at}`,
    play: (title: string, at: string) => `Play ${isolateDirection(title)} from ${at}`,
  },
  answers: {
    title: 'Questions it answers',
    playAt: (at: string) => `Play from ${at}`,
    add: 'Add a question',
    takeBack: (title: string) => `Take back: ${isolateDirection(title)}`,
    link: 'Link to the question',
    linkHint: 'Copy it with Share on the question. It must be open to everyone.',
    noLink: 'Please paste a link to a question.',
    at: 'Minute and second',
    noMoment: (end: string | null) => (end === null ? 'Write it like 14:05.' : `Write it like 14:05, at most ${end}.`),
    save: 'Add',
    saving: 'Adding…',
    cancel: 'Cancel',
    mustSignIn: 'You must be logged in to change an episode',
    notOpen: { title: 'Error', text: 'This question is not open to everyone' },
    failed: { title: 'Error', text: 'The answers could not be changed' },
  },
  transcript: {
    title: 'Transcript',
    words: 'Words with their times',
    add: 'Add a transcript (VTT or SRT)',
    replace: 'Replace it (VTT or SRT)',
    adding: 'Adding…',
    done: 'Transcript added',
    remove: 'Remove',
    notRead: 'The transcript could not be loaded.',
    tooLarge: 'A transcript has at most 2 MB',
    mustSignIn: 'You must be logged in to change an episode',
    failed: { title: 'Error', text: 'The transcript could not be changed' },
  },
};
