import * as z from 'zod/mini';

/** The most lines of a stack that are told. */
export const mostErrorFrames = 20;

/**
 * What a browser tells of a failure of the web app. Every part has a form of its own in which no words, ids or addresses of people fit:
 * what failed and where in our own code, nothing of what was on the screen.
 */
export const ClientErrorBody = z.object({
  /** The error's class, such as `TypeError`. */
  kind: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** The engine's own sentence, for its own kinds of errors; quoted parts and long numbers are taken out. */
  detail: z.nullable(
    z.string().check(
      z.regex(/^[^"“”„\n@]{1,200}$/),
      z.refine((text) => !/\d{5}/.test(text)),
    ),
  ),
  /** The page as a pattern: `/questions/:id`. */
  page: z.string().check(z.regex(/^\/[a-z@:*/-]{0,60}$/i)),
  /** The built file that the app began with. */
  build: z.string().check(z.regex(/^[\w.-]{1,80}$/)),
  /** Places in our own files, the innermost first: `feed-page-B-LWeR8r.js:1:345`. */
  frames: z.array(z.string().check(z.regex(/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/))).check(z.maxLength(mostErrorFrames)),
});
export type ClientErrorBody = z.infer<typeof ClientErrorBody>;
