import * as z from 'zod/mini';
import { ContentType, Id, Instant } from '../primitives.js';
import { QuestionView, ReplyView } from './content.js';
import { RepostView } from './engagement.js';
import { ExportPlace } from './export-place.js';
import { PodcastView } from './podcasts.js';
import { contractsOf } from './rpc.js';

const content = contractsOf('content');
const engagement = contractsOf('engagement');

/** Lists are newest first and begin after the place `after`. Null begins at the newest item. */
const wanted = z.object({ after: z.nullable(ExportPlace) });
/** The start of the next page. Null after the last page. A page before the last one may be empty too. */
const next = z.nullable(ExportPlace);

/** The account's questions, also anonymous, pending and ignored ones. */
export const exportedQuestions = content.query('exported-questions', wanted.shape, {
  questions: z.array(QuestionView),
  next,
});
export const exportedPodcasts = content.query('exported-podcasts', wanted.shape, {
  podcasts: z.array(PodcastView),
  next,
});
const AnswerPlace = z.object({ podcastId: Id, questionId: Id });
/** The questions that the account's episodes answer, in the order of ids, without words. */
export const exportedAnswers = content.query(
  'exported-answers',
  { after: z.nullable(AnswerPlace) },
  { answers: z.array(z.extend(AnswerPlace, { at: z.number() })), next: z.nullable(AnswerPlace) },
);
export const exportedReplies = content.query('exported-replies', wanted.shape, {
  replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })),
  next,
});
export const ExportedBoost = z.object({ contentType: ContentType, contentId: Id, questionId: Id, boostedAt: Instant });
export type ExportedBoost = z.infer<typeof ExportedBoost>;
/** Boosts of the acting account that were not taken back. The content service keeps these boosts for profiles. */
export const exportedBoosts = content.query('exported-boosts', wanted.shape, { boosts: z.array(ExportedBoost), next });
export const ExportedWatch = z.object({ questionId: Id, watchedAt: Instant });
export type ExportedWatch = z.infer<typeof ExportedWatch>;
export const exportedWatches = content.query('exported-watches', wanted.shape, {
  watches: z.array(ExportedWatch),
  next,
});
export const ExportedBookmark = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  bookmarkedAt: Instant,
});
export type ExportedBookmark = z.infer<typeof ExportedBookmark>;
export const exportedBookmarks = content.query('exported-bookmarks', wanted.shape, {
  bookmarks: z.array(ExportedBookmark),
  next,
});
export const exportedReposts = engagement.query('exported-reposts', wanted.shape, {
  reposts: z.array(RepostView),
  next,
});
/** The account's follows, in the order of ids. */
export const exportedFollows = engagement.query(
  'exported-follows',
  { after: z.nullable(Id) },
  { followedIds: z.array(Id), next: z.nullable(Id) },
);
