import { counted } from './language.ts';

export const contentTexts = {
  reposts: (count: number) => counted(count, { one: 'repost', other: 'reposts' }),
  comments: (count: number) => counted(count, { one: 'comment', other: 'comments' }),
  plays: (count: number) => counted(count, { one: 'play', other: 'plays' }),
  repost: 'Repost',
  undoRepost: { title: 'Are you sure you want to undo this repost?', verb: 'Undo repost' },
  reply: 'Reply',
  more: 'More options',
  pinned: 'Pinned',
  pinnedBy: (username: string) => `Pinned · ${username}`,
  edited: 'edited',
  askedTo: (username: string) => `to ${username}`,
  reposted: 'reposted',
  gone: 'This is gone.',
  inReplyTo: 'In reply to',
  showMore: 'Show more',
  showLess: 'Show less',
  commentsLater: 'Comments functionality coming soon',
};
