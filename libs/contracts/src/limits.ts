/** Limits of the product, shared by form and server. Lengths are UTF-16 lengths after trimming, as `textLength` counts them. */
export const limits = {
  username: { min: 3, max: 50 },
  password: { min: 6, max: 128 },
  title: 300,
  description: 5000,
  chatMessage: 280,
  dialogReply: 500,
  confessionThreshold: { min: 1, max: 100 },
  approvalThreshold: { min: 1, max: 5_000_000 },
  anonymousAsk: 500,
  repostText: 500,
  reportReason: 500,
  reportsPage: 100,
  /** A report card shows so much of the reported words. */
  reportPreview: 100,
  profileLink: 50,
  search: 50,
  feedPage: 10,
  questionReplies: 200,
  repliesPage: 50,
  roomEntries: 500,
  /** Pages of lists begin nowhere beyond so many items. */
  listDepth: 10_000,
  batchStatusItems: 100,
  xpActivitiesPage: 50,
  notificationsPage: 100,
  profileContent: 20,
  profileActivity: 50,
  ownContentPage: 20,
  pendingQuestions: 50,
  /** A sender's asks to one person, signed and anonymous together. */
  asksOfOnePerDay: 10,
  userList: 1000,
  peoplePage: 50,
  foundUsers: 20,
  idempotencyKey: 200,
} as const;

/** The one way to count characters, for counters in the browser and checks on the server. */
export const textLength = (text: string): number => text.trim().length;
