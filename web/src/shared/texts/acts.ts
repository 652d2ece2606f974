import { isolated } from '@hearsay/contracts';
import { counted } from './language.ts';

export const actTexts = {
  mustSignIn: {
    repost: 'You must be logged in to repost',
    undoRepost: 'You must be logged in to undo repost',
    delete: 'You must be logged in to delete',
    deleteRepost: 'You must be logged in to delete reposts',
    report: 'You must be logged in to report',
    approve: 'You must be logged in to approve',
    ignore: 'You must be logged in to ignore',
  },
  reposted: 'Reposted!',
  repostFailed: {
    title: 'Repost failed',
    discussion: 'Failed to repost reply',
    question: 'Failed to repost question',
    podcast: 'Failed to repost podcast',
  },
  repostUndone: 'Repost removed',
  undoFailed: { title: 'Undo repost failed', text: 'Failed to remove repost' },
  repostDeleted: 'Repost deleted',
  deleted: {
    discussion: 'Reply deleted',
    message: 'Message deleted',
    question: 'Question deleted',
    podcast: 'Podcast deleted',
  },
  deleteFailed: {
    title: 'Delete failed',
    discussion: 'Failed to delete reply',
    message: 'Failed to delete message',
    question: 'Failed to delete question',
    podcast: 'Failed to delete podcast',
    repost: 'Failed to delete repost',
  },
  reported: { title: 'Report submitted', text: 'Thank you for helping keep our community safe' },
  reportFailed: { title: 'Report failed', text: 'Failed to submit report', again: 'You have reported this before' },
  approved: 'Question approved with reply',
  approvalFailed: { title: 'Approval failed', text: 'Failed to approve question' },
  ignored: { pending: 'Question ignored', card: 'Question removed' },
  ignoredTogether: (count: number) => `${counted(count, { one: 'question', other: 'questions' })} ignored`,
  ignoreFailed: { title: 'Action failed', text: 'Failed to ignore question' },
  replyRequired: { title: 'Reply required', text: 'You must write a reply to approve this question.' },
  questionSent: { title: 'Question sent!', text: 'It waits for their approval.' },
  questionNotSent: { title: 'Error', text: 'Failed to submit question. Please try again.' },
};

export const menuTexts = {
  profileOf: (username: string) => `Profile of ${isolated(username)}`,
  copyText: 'Copy text',
  textCopied: 'Text copied',
  copyByHand: 'Copy the text from here',
  delete: 'Delete',
  deleteRepost: 'Delete repost',
  report: 'Report',
};

export const askTexts = {
  deleteReply: 'Are you sure you want to delete this reply?',
  deleteQuestion: 'Are you sure you want to delete this question?',
  deletePodcast: 'Are you sure you want to delete this podcast?',
  deleteRepost: 'Are you sure you want to delete this repost?',
  deletesDiscussions: 'This will also delete all discussions.',
  reportReply: 'Report this reply for inappropriate content?',
  reportQuestion: 'Report this question for inappropriate content?',
  reportPodcast: 'Report this podcast for inappropriate content?',
};

export const pendingTexts = {
  waits: 'Waits for your answer',
  waitsFor: (username: string) => `Waits for ${username} to approve it`,
  approve: 'Approve',
  ignore: 'Ignore',
  asksOf: (username: string, count: number) =>
    `${counted(count, { one: 'question', other: 'questions' })} from ${username}`,
  others: (count: number) => `Show ${counted(count, { one: 'other', other: 'others' })}`,
  fewer: 'Show the newest only',
  ignoreAll: 'Ignore all',
  ignoreAllFirst: (username: string) => `Ignore all questions from ${isolated(username)}?`,
  looksPending: 'They leave your list. To the asker they still look pending.',
};

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
    to: 'To ',
    change: 'Change',
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
  reportPerson: { label: 'What is wrong with the name, the picture or the invitation?' },
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
    toAuras: 'See the auras',
    close: 'Carry on',
  },
};
