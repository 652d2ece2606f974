import * as z from 'zod/mini';
import { ContentType, Id, Instant } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

const report = z.object({
  reportId: Id,
  reporterId: Id,
  contentType: ContentType,
  contentId: Id,
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
});
/** The reason and the words as they were reported are texts of moderation's. */
export const ReportFiled = event(
  'moderation',
  'ReportFiled',
  'relayed',
  z.extend(report, { owner: Owner, reasonTextId: Id, previewTextId: z.nullable(Id) }),
);
export const ReportResolved = event('moderation', 'ReportResolved', 'relayed', z.extend(report, { reviewerId: Id }));

export const WipeStarted = event(
  'moderation',
  'WipeStarted',
  'relayed',
  z.object({ wipeId: Id, subjectId: Id, ambassadorId: Id, undoUntil: Instant }),
);
export const WipeUndone = event('moderation', 'WipeUndone', 'relayed', z.object({ wipeId: Id, subjectId: Id, ambassadorId: Id }));
