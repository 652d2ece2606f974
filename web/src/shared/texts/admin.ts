import { isolated } from '@hearsay/contracts';
import { counted, figures } from './language.ts';

/** The panel of ambassadors. */
export const adminTexts = {
  title: 'Admin',
  denied: 'Access denied. Only ambassadors can access the admin panel.',
  wipe: {
    title: 'Delete content',
    who: 'User',
    choose: 'Choose a user',
    warning: 'This deletes everything that they have posted under their name:',
    kinds: {
      questions: 'questions, with all their discussions',
      discussions: 'replies',
      podcasts: 'podcasts',
      reposts: 'reposts',
    },
    counts: {
      questions: (count: number) => `${counted(count, { one: 'question', other: 'questions' })}, with all discussions`,
      discussions: (count: number) => counted(count, { one: 'reply', other: 'replies' }),
      podcasts: (count: number) => counted(count, { one: 'podcast', other: 'podcasts' }),
      reposts: (count: number) => counted(count, { one: 'repost', other: 'reposts' }),
    },
    anonymous: 'What they posted anonymously stays: this never touches it. Ambassadors remove that by report.',
    stays: 'The account stays, and so do the boosts it gave. All of it can be brought back for 72 hours.',
    previewFailed: 'What would be deleted could not be counted.',
    submit: 'Delete All User Content',
    sending: 'Deleting…',
    sure: (username: string) => `Delete all content of ${isolated(username)}?`,
    undoable: 'It can be brought back for 72 hours.',
    verb: 'Delete',
    done: 'Content deleted successfully',
    failed: { title: 'Failed to delete content', text: 'An error occurred' },
  },
  wipes: {
    title: 'Deleted content',
    none: 'Nothing has been deleted.',
    loadFailed: 'What was deleted could not be read.',
    running: (done: number, total: number) => `Working: ${figures(done)} of ${figures(total)}`,
    done: 'Deleted',
    undone: 'Brought back',
    left: (hours: number, minutes: number) => `${hours} h ${minutes} min left to undo`,
    over: 'Can no longer be undone',
    undo: 'Undo',
    undoOf: (username: string) => `Undo the deletion of what ${username} has posted`,
    back: (username: string) => `What ${isolated(username)} posted is back`,
    undoFailed: { title: 'Undo failed', text: 'An error occurred' },
  },
  people: {
    title: 'All users',
    failed: 'Failed to fetch users',
    find: 'Find someone',
    nobody: 'Nobody by that name.',
    more: 'Show more',
    loading: 'Loading…',
    joined: (day: string) => `Joined ${day}`,
  },
};
