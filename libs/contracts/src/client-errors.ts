import * as z from 'zod/mini';

export const maxErrorFrames = 20;

/** An error in the web app. The patterns of the fields allow no words, ids or addresses of people. */
export const ClientErrorBody = z.object({
  kind: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** The message of an error class of the JavaScript engine, without quoted parts and long numbers. */
  detail: z.nullable(
    z.string().check(
      z.regex(/^[^"“”„\n@]{1,200}$/),
      z.refine((text) => !/\d{5}/.test(text)),
    ),
  ),
  /** The page's route with placeholders, such as `/questions/:id`. */
  page: z.string().check(z.regex(/^\/[a-z@:*/-]{0,60}$/i)),
  build: z.string().check(z.regex(/^[\w.-]{1,80}$/)),
  /** Stack frames in our own files, innermost first, such as `feed-page-B-LWeR8r.js:1:345`. */
  frames: z.array(z.string().check(z.regex(/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/))).check(z.maxLength(maxErrorFrames)),
});
export type ClientErrorBody = z.infer<typeof ClientErrorBody>;
