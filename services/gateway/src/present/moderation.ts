import { ContentPreview, namelessAuthors, Report, type ReportView, Wipe, type WipeView } from '@hearsay/contracts';
import type { Cards } from './content.js';
import { pickPublicFields } from './pick.js';

/** Contains only words that were public, and no anonymous author, although only ambassadors read it. */
export const presentReport = (view: ReportView, cards: Cards): Report => {
  const isAnonymous = view.authorId === null;
  const author = view.authorId === null ? undefined : cards.get(view.authorId);
  return {
    ...pickPublicFields(Report, view),
    reporter: (view.reporterId && cards.get(view.reporterId)) || null,
    reportedUser: { username: author?.username ?? namelessAuthors[isAnonymous ? 'anonymous' : 'deleted'], isAnonymous },
    description: null,
    contentPreview: pickPublicFields(ContentPreview, view.preview),
    reviewer: (view.reviewerId && cards.get(view.reviewerId)) || null,
  };
};

/** Null if identity no longer knows the account. */
export const presentWipe = (view: WipeView, cards: Cards): Wipe | null => {
  const subject = cards.get(view.subjectId);
  return subject ? { ...pickPublicFields(Wipe, view), subject } : null;
};
