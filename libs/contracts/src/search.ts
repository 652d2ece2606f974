import * as z from 'zod/mini';
import { limits } from './limits.js';
import { UserCard } from './people.js';
import { described, Id, Instant, integer, named } from './primitives.js';
import { storableTextCheck } from './written-text.js';

export const SearchKind = z.enum(['question', 'reply', 'podcast']);
export type SearchKind = z.infer<typeof SearchKind>;

/** Start and length of a match in the excerpt, in UTF-16 units. Matches are in order and do not touch. */
const Match = z.tuple([integer(0), integer(1)]);

export const SearchResult = named(
  'SearchResult',
  z.object({
    kind: SearchKind,
    id: Id,
    /** Null for an episode. */
    questionId: z.nullable(Id),
    /** For a reply, the title of its question. */
    title: z.string(),
    /** A part of the title, description, reply or transcript that contains the searched words. */
    excerpt: z.string(),
    matches: z.array(Match),
    boostCount: integer(0),
    createdAt: Instant,
    at: described(z.optional(z.number().check(z.minimum(0))), {
      description: 'Second of the episode at which its transcript holds the words',
    }),
    /** Null for an anonymous author. */
    creator: z.nullable(UserCard),
  }),
);
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchPage = named(
  'SearchPage',
  z.object({ results: z.array(SearchResult), next: z.nullable(z.string()) }),
);
export type SearchPage = z.infer<typeof SearchPage>;
/** Reads a page, and drops results of unknown kinds, which a newer server may send. */
export const ReadableSearchPage = /* @__PURE__ */ z.object({
  results: /* @__PURE__ */ z.pipe(
    /* @__PURE__ */ z.array(/* @__PURE__ */ z.catch(/* @__PURE__ */ z.nullable(SearchResult), null)),
    /* @__PURE__ */ z.transform((results: (SearchResult | null)[]) => results.filter((result) => result !== null)),
  ),
  next: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
});

const { min, max } = limits.searchedWords;
const outsideLimits = `Search for ${min} to ${max} characters`;

export const ContentSearchQuery = z.object({
  q: z
    .string({ error: outsideLimits })
    .check(z.trim(), z.minLength(min, outsideLimits), z.maxLength(max, outsideLimits)),
  kind: described(z.optional(SearchKind), { description: 'All that the viewer may see where it is missing' }),
  after: described(z.optional(z.string()), { description: '`next` of the page before' }),
});

export const SimilarQuestionsQuery = z.object({
  title: described(z._default(z.string().check(z.trim(), storableTextCheck()), ''), {
    description: '8 to 300 characters. A title of another length finds nothing',
  }),
});
