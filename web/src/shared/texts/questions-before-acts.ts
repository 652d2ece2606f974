import { inLanguage } from './language.ts';

/** What is asked before an act that takes something away or accuses somebody. */
export const askTexts = inLanguage({
  en: {
    deleteReply: 'Are you sure you want to delete this reply?',
    deleteQuestion: 'Are you sure you want to delete this question?',
    deletePodcast: 'Are you sure you want to delete this podcast?',
    deleteRepost: 'Are you sure you want to delete this repost?',
    deletesDiscussions: 'This will also delete all discussions.',
    undoRepost: 'Are you sure you want to undo this repost?',
    reportReply: 'Report this reply for inappropriate content?',
    reportQuestion: 'Report this question for inappropriate content?',
    reportPodcast: 'Report this podcast for inappropriate content?',
    undo: 'Undo repost',
  },
});
