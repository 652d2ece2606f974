import { isolated } from '@hearsay/contracts';
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
