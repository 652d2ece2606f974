import { counted, figures } from './language.ts';

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

export const questionTexts = {
  pageTitle: "Let's talk about it..",
  failed: 'Error loading question',
  notFound: { title: 'Question Not Found', text: 'It may have been deleted, or the link is incomplete.' },
  reported: 'This waits for its approval. You see it because it was reported.',
  reportedLocked:
    'This waits for its approval, and its description is not open yet. You see it because it was reported.',
  bar: 'The question',
  toQuestion: (title: string) => `Up to the question: ${title}`,
  anonymous: 'ANONYMOUS',
  someone: 'Someone',
  you: 'you',
  viewAll: 'View all',
  viewAllOf: (title: string) => `View all: ${title}`,
  replies: (count: number) => counted(count, { one: 'reply', other: 'replies' }),
};

export const soundTexts = {
  boost: 'Boost',
  boostOf: (title: string) => `Boost: ${title}`,
  boosts: (count: number) => counted(count, { one: 'boost', other: 'boosts' }),
  mustSignIn: 'You must be logged in to boost',
  boostFailed: { title: 'Boost failed', text: 'Failed to toggle boost' },
  whisper: 'Still a whisper',
  onlyYou: 'Only you hear this yet',
  repliesOpenAt: (threshold: number) => `Replies open at ${counted(threshold, { one: 'boost', other: 'boosts' })}`,
  repliesAreOpen: 'Replies are open',
  openAfter: (time: string, boosts: number) =>
    `Open after ${time} and ${counted(boosts, { one: 'boost', other: 'boosts' })}`,
  opensOn: (date: string, threshold: number) =>
    `Opens on ${date}, unless it reaches ${counted(threshold, { one: 'boost', other: 'boosts' })} before`,
  deletedOn: (date: string, threshold: number) =>
    `Is deleted on ${date}, unless it reaches ${counted(threshold, { one: 'boost', other: 'boosts' })} before`,
  heardAt: (threshold: number) => `Heard at ${counted(threshold, { one: 'boost', other: 'boosts' })}`,
  meter: 'Boosts until everyone hears it',
  need: (missing: number) => counted(missing, { one: 'more boost', other: 'more boosts' }),
  andEveryone: 'and everyone hears it',
  opening: 'Here it comes',
  heard: 'Everyone hears it now',
  yours: 'You opened it.',
  of: (boosts: number, threshold: number) => `${figures(boosts)} / ${figures(threshold)}`,
  meterValue: (boosts: number, threshold: number, need: string) =>
    `${figures(boosts)} of ${figures(threshold)}, ${need}`,
  earned: (xp: number) => `+${xp} XP`,
  share: 'Share',
  linkCopied: 'Link copied',
  linkByHand: 'Copy the link from here',
};
