/** Limits that forms and server share. Lengths are UTF-16 units after trimming (`textLength`). */
export const limits = {
  username: { min: 3, max: 50 },
  password: { min: 6, max: 128 },
  title: 300,
  description: 5000,
  chatMessage: 280,
  dialogReply: 500,
  confessionThreshold: { min: 1, max: 100 },
  /** The end of a lock may be at most this many days ahead. */
  lockDays: 30,
  approvalThreshold: { min: 1, max: 5_000_000 },
  anonymousAsk: 500,
  repostText: 500,
  reportReason: 500,
  reportsPage: 100,
  reportPreview: 100,
  profileLink: 50,
  invitation: 80,
  search: 50,
  searchedWords: { min: 2, max: 100 },
  searchPage: 20,
  excerpt: 160,
  similarQuestions: { found: 3, minTitle: 8 },
  anonymousAsksOffDays: 30,
  wordRule: { min: 2, max: 60 },
  wordRules: 200,
  /** A preview of a word rule reads at most this many of the newest asks. */
  previewedAsks: 100,
  /** A held ask is ignored after this many days. */
  heldAskDays: 30,
  feedPage: 10,
  nearlyHeard: { usual: 3, max: 10 },
  questionReplies: 200,
  repliesPage: 50,
  roomEntries: 500,
  /** No page of a list begins after this many items. */
  listDepth: 10_000,
  batchStatusItems: 100,
  xpActivitiesPage: 50,
  notificationsPage: 100,
  profileContent: 20,
  profileActivity: 50,
  ownContentPage: 20,
  pendingQuestions: 50,
  /** Maximum number of questions a day from one sender to one person. Signed and anonymous ones count together. */
  asksOfOnePerDay: 10,
  /** Maximum number of questions that one episode answers, and of episodes that a question's page lists. */
  podcastAnswers: 100,
  podcastAnswersPerDay: 300,
  answeredIn: 20,
  userList: 1000,
  peoplePage: 50,
  foundUsers: 20,
  heardUsers: 12,
  postsPage: 20,
  /** Maximum number of blocked people, muted people and muted questions of one account, counted together. */
  mutes: 1000,
  feedEpisodes: 300,
  idempotencyKey: 200,
} as const;

/** Counts UTF-16 units. The browser's counters and the server's checks both use this function. */
export const textLength = (text: string): number => text.trim().length;
