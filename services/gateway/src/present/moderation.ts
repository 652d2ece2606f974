import type { Report, ReportView, Wipe, WipeView } from '@hearsay/contracts';
import type { Cards } from './content.js';

/** These names cannot be registered. */
const nameless = { deleted: 'Deleted', anonymous: 'Anonymous' } as const;

/** Shows only words that were public. An anonymous author has no name here either. */
export const presentReport = (view: ReportView, cards: Cards): Report => {
  const isAnonymous = view.authorId === null;
  const author = view.authorId === null ? undefined : cards.get(view.authorId);
  return {
    id: view.id,
    reporter: (view.reporterId && cards.get(view.reporterId)) || null,
    reportedUser: { username: author?.username ?? nameless[isAnonymous ? 'anonymous' : 'deleted'], isAnonymous },
    contentId: view.contentId,
    contentType: view.contentType,
    reason: view.reason,
    description: null,
    contentPreview: {
      title: view.preview.title,
      description: view.preview.description,
      content: view.preview.content,
      mediaType: view.preview.mediaType,
    },
    isRemoved: view.isRemoved,
    createdAt: view.createdAt,
    status: view.status,
    reviewer: (view.reviewerId && cards.get(view.reviewerId)) || null,
    resolvedAt: view.resolvedAt,
  };
};

/** Null if identity no longer knows the account. */
export const presentWipe = (view: WipeView, cards: Cards): Wipe | null => {
  const subject = cards.get(view.subjectId);
  if (!subject) return null;
  return {
    wipeId: view.wipeId,
    subject,
    status: view.status,
    done: view.done,
    total: view.total,
    undoUntil: view.undoUntil,
  };
};
