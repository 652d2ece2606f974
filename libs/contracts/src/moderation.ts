import * as z from 'zod/mini';
import { limits } from './limits.js';
import { UserCard } from './people.js';
import { Id, Instant, integer, MediaType, named, ReportedType } from './primitives.js';
import { requiredText } from './written-text.js';

export const ReportStatus = z.enum(['pending', 'resolved']);
export type ReportStatus = z.infer<typeof ReportStatus>;

export const ReportBody = z.object({
  reporterId: z.nullish(Id),
  contentId: Id,
  contentType: ReportedType,
  reason: requiredText(
    limits.reportReason,
    'Please give a reason.',
    `A reason has at most ${limits.reportReason} characters`,
  ),
});
export type ReportBody = z.input<typeof ReportBody>;

/** The words at the time of the report. Words that were locked then are null until they open. */
export const ContentPreview = z.object({
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  content: z.nullable(z.string()),
  mediaType: z.catch(z.nullable(MediaType), null),
});
export type ContentPreview = z.infer<typeof ContentPreview>;

/** The name is always present, because readers of a report need it. Other fields may be missing. */
const NamedPerson = z.extend(z.partial(UserCard), { username: z.string() });

/** Names that are shown for deleted and anonymous authors. Registration refuses these names. */
export const namelessAuthors = { deleted: 'Deleted', anonymous: 'Anonymous' } as const;

export const Report = named(
  'Report',
  z.object({
    id: Id,
    reporter: z.nullable(NamedPerson),
    /** The name is `Anonymous` for an anonymous post, and `Deleted` if the account is erased. */
    reportedUser: z.object({ username: z.string(), isAnonymous: z.boolean() }),
    contentId: Id,
    /** A kind of content that this reader does not know is read as `other`. */
    contentType: z.catch(z.enum([...ReportedType.options, 'other']), 'other'),
    /** Null when the words are erased, 30 days after the report was resolved. */
    reason: z.nullable(z.string()),
    description: z.nullable(z.string()),
    contentPreview: ContentPreview,
    isRemoved: z._default(z.boolean(), false),
    createdAt: Instant,
    status: z.catch(ReportStatus, 'pending'),
    reviewer: z.nullable(NamedPerson),
    resolvedAt: z.nullable(Instant),
  }),
);
export type Report = z.infer<typeof Report>;
export const Reports = /* @__PURE__ */ z.array(Report);

export const ReportsQuery = z.object({
  status: z._default(ReportStatus, 'pending'),
  before: z.optional(Id),
  userId: z.optional(z.string()),
});
export const ResolveReportBody = z.object({
  status: z.literal('resolved', { error: 'A report can only be resolved' }),
  reviewerId: z.nullish(Id),
});

/** The number of posts that a wipe hides or would hide, without anonymous posts. */
export const WipeCounts = named(
  'WipeCounts',
  z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0), reposts: integer(0) }),
);
export type WipeCounts = z.infer<typeof WipeCounts>;

export const WipeBody = z.optional(z.nullable(z.object({ adminUserId: z.nullish(Id) })));
export const WipeStart = named(
  'WipeStart',
  z.object({ message: z.string(), wipeId: Id, counts: WipeCounts, undoUntil: Instant }),
);
export type WipeStart = z.infer<typeof WipeStart>;

export const WipeStatus = z.enum(['running', 'done', 'undone']);
export const Wipe = named(
  'Wipe',
  z.object({
    wipeId: Id,
    subject: UserCard,
    status: z.catch(WipeStatus, 'running'),
    done: integer(0),
    total: integer(0),
    undoUntil: Instant,
  }),
);
export type Wipe = z.infer<typeof Wipe>;
export const Wipes = /* @__PURE__ */ z.array(Wipe);
