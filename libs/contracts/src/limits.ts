/** Limits of forms and server. Lengths are UTF-16 lengths after trimming, see `textLength`. */
export const limits = {
  username: { min: 3, max: 50 },
  password: { min: 6, max: 128 },
  title: 300,
  description: 5000,
  chatMessage: 280,
  dialogReply: 500,
  confessionThreshold: { min: 1, max: 100 },
  /** How far ahead the end of a lock may be. */
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
  /** The newest asks that a preview of a word rule reads. */
  previewedAsks: 100,
  /** Afterwards a held ask is ignored. */
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
  /** Questions from one sender to one person, signed and anonymous together. */
  asksOfOnePerDay: 10,
  /** Questions that one episode answers, and episodes that a question's page names. */
  podcastAnswers: 100,
  podcastAnswersPerDay: 300,
  answeredIn: 20,
  userList: 1000,
  peoplePage: 50,
  foundUsers: 20,
  heardUsers: 12,
  postsPage: 20,
  /** Blocked and muted people and muted questions of one account together. */
  mutes: 1000,
  feedEpisodes: 300,
  idempotencyKey: 200,
} as const;

/** The one way to count characters, for the browser's counters and the server's checks. */
export const textLength = (text: string): number => text.trim().length;
