import { counted } from './language.ts';

/** The words of the dialogs on content. */
export const dialogTexts = {
  repost: {
    title: 'Repost',
    label: 'Your words to it',
    placeholder: 'Add a word of your own, or none',
    submit: 'Repost',
    pending: 'Reposting…',
    kinds: 'Kind of repost',
  },
  approve: {
    title: 'Approve with a reply',
    intro: 'Your reply is pinned above the chat.',
    label: 'Your reply',
    threshold: 'Boosts until everyone hears it',
    submit: 'Approve and reply',
    pending: 'Approving…',
  },
  ask: {
    title: 'Ask Anonymously',
    label: 'Your question',
    placeholder: 'What would you like to know?',
    who: 'Whom do you ask?',
    find: 'Find someone',
    nobody: 'Nobody takes questions right now.',
    nobodyByThatName: 'Nobody by that name takes questions.',
    noneFailed: 'Failed to fetch users',
    onlyRegistered: 'Only registered users can answer anonymous questions.',
    empty: 'Please enter a question before submitting.',
    noCreator: 'Please select a creator to ask your question to.',
    submit: 'Ask anonymously',
    pending: 'Submitting...',
    creator: 'Creator',
    fan: 'Fan',
    more: (count: number) => `and ${counted(count, { other: 'more' })}: type a name to find them`,
  },
  report: {
    title: 'Report',
    label: 'What is wrong with it?',
    placeholder: 'Say it in a few words',
    submit: 'Report',
    pending: 'Sending…',
  },
  join: {
    boost: (missing: number) => (missing > 0 ? `Join to turn this up (${missing} more)` : 'Join to turn this up'),
    repost: 'Join to pass this on',
    text: 'An account is a name and a password. What you were about to do happens as soon as you are in.',
    account: 'Create an account',
    signIn: 'Sign in',
  },
  level: {
    title: (level: number) => `Level ${level}`,
    text: 'You have made yourself heard.',
    top: 'MAX LEVEL. There is nobody louder.',
    close: 'Carry on',
  },
};
