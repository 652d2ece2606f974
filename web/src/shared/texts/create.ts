import { isolated } from '@hearsay/contracts';
/** Asking and publishing. */
export const createTexts = {
  title: 'Create',
  ask: { title: 'Ask a Question', text: 'Out loud, or as a whisper that boosts open.' },
  upload: { title: 'Upload Media', text: 'Coming Soon' },
  question: {
    title: 'Title',
    titlePlaceholder: 'What do you want to know?',
    titleMissing: 'Please enter a question title.',
    description: 'Description',
    descriptionPlaceholder: 'What is behind it?',
    confession: 'Confession mode',
    confessionHint: 'Description and replies stay a whisper until enough boosts.',
    threshold: 'Boosts until everyone hears it',
    anonymous: 'Anonymous',
    anonymousHint: 'Nobody sees that it was you, and that never changes.',
    submit: 'Ask',
    sending: 'Publishing…',
    done: 'Question published!',
    askPerson: (username: string) => `Ask @${isolated(username)}`,
    waits: (username: string) => `It appears once ${isolated(username)} has approved it.`,
    nobody: (username: string) => `There is no ${isolated(username)} to ask.`,
    notTakenAnonymously: (username: string) => `${isolated(username)} takes no anonymous questions.`,
    notTaken: (username: string) => `${isolated(username)} takes no questions from you right now.`,
    yourself: 'This is you. What you want to know is for others to answer.',
    failed: { title: 'Error', text: 'Failed to publish question. Please try again.' },
  },
};
