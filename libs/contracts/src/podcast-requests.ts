import * as z from 'zod/mini';
import { limits } from './limits.js';
import { Id, integer, named } from './primitives.js';

const seconds = z.number().check(z.minimum(0));

/** The questions that an episode answers. Each question may occur once. */
export const PodcastAnswersBody = z
  .array(z.object({ questionId: Id, at: seconds }))
  .check(z.maxLength(limits.podcastAnswers, `An episode answers at most ${limits.podcastAnswers} questions`))
  .check(
    z.refine((answers) => new Set(answers.map(({ questionId }) => questionId)).size === answers.length, {
      error: 'Name each question once',
    }),
  );
export type PodcastAnswersBody = z.input<typeof PodcastAnswersBody>;
/** JSON chapters 1.2 (Podcast Namespace). */
export const PodcastChapters = named(
  'PodcastChapters',
  z.object({
    version: z.literal('1.2.0'),
    title: z.string(),
    chapters: z.array(z.object({ startTime: seconds, title: z.string() })),
  }),
);
export type PodcastChapters = z.infer<typeof PodcastChapters>;

/** A transcript in WebVTT or SubRip, see `parseTranscript`. */
export const TranscriptBody = z.string();

/** The number of cues in the saved transcript. */
export const Transcribed = named('Transcribed', z.object({ cues: integer(1) }));
export type Transcribed = z.infer<typeof Transcribed>;
