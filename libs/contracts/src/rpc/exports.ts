import * as z from 'zod/mini';
import { ContentType, Id, Instant } from '../primitives.js';
import { QuestionView, ReplyView } from './content.js';
import { RepostView } from './engagement.js';
import { PodcastView } from './podcasts.js';
import { query } from './rpc.js';

/** Where a page of an export ended; no two things of a list have the same place, so that none is left out between two pages. */
export const ExportPlace = z.object({ at: Instant, id: Id });
export type ExportPlace = z.infer<typeof ExportPlace>;

/** Newest first, from behind `after` (null: from the newest). */
const wanted = z.object({ after: z.nullable(ExportPlace) });
/** Where the next page begins; null: there is none. A page may be empty and not the last. */
const next = z.nullable(ExportPlace);

/** The acting account's own questions, anonymous, pending and ignored ones too. */
export const exportedQuestions = query(
  'content',
  'exported-questions',
  wanted,
  z.object({ questions: z.array(QuestionView), next }),
);
/** The acting account's own episodes. */
export const exportedPodcasts = query(
  'content',
  'exported-podcasts',
  wanted,
  z.object({ podcasts: z.array(PodcastView), next }),
);
/** The acting account's own replies, anonymous ones too. */
export const exportedReplies = query(
  'content',
  'exported-replies',
  wanted,
  z.object({ replies: z.array(z.object({ reply: ReplyView, parentTitle: z.string() })), next }),
);
export const ExportedBoost = z.object({ contentType: ContentType, contentId: Id, questionId: Id, boostedAt: Instant });
export type ExportedBoost = z.infer<typeof ExportedBoost>;
/** The boosts that the acting account has given and not taken back, as content knows of them for profiles. */
export const exportedBoosts = query(
  'content',
  'exported-boosts',
  wanted,
  z.object({ boosts: z.array(ExportedBoost), next }),
);
/** The acting account's own reposts that stand. */
export const exportedReposts = query(
  'engagement',
  'exported-reposts',
  wanted,
  z.object({ reposts: z.array(RepostView), next }),
);
/** Whom the acting account follows, in the order of their ids. */
export const exportedFollows = query(
  'engagement',
  'exported-follows',
  z.object({ after: z.nullable(Id) }),
  z.object({ followedIds: z.array(Id), next: z.nullable(Id) }),
);
