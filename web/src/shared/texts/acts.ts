import { counted } from './language.ts';

export const actTexts = {
  /** Shown when the session has ended. */
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
