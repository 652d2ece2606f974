import { counted, inLanguage } from './language.ts';

/** What cards of questions, replies and episodes say. */
export const contentTexts = inLanguage({
  en: {
    reposts: (count: number) => counted(count, { one: 'repost', other: 'reposts' }),
    comments: (count: number) => counted(count, { one: 'comment', other: 'comments' }),
    plays: (count: number) => counted(count, { one: 'play', other: 'plays' }),
    repost: 'Repost',
    reply: 'Reply',
    more: 'More options',
    pinned: 'Pinned',
    pinnedBy: (username: string) => `Pinned · ${username}`,
    edited: 'edited',
    pending: 'Waits for your answer',
    waitsFor: (username: string) => `Waits for ${username} to approve it`,
    askedTo: (username: string) => `to ${username}`,
    approve: 'Approve',
    ignore: 'Ignore',
    reposted: 'reposted',
    inReplyTo: 'In reply to',
    commentsLater: 'Comments functionality coming soon',
    video: 'Video',
    copyText: 'Copy text',
    textCopied: 'Text copied',
    delete: 'Delete',
    deleteRepost: 'Delete repost',
    report: 'Report',
  },
});
