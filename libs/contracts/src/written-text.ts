import * as z from 'zod/mini';
import { described } from './primitives.js';

/** Without null characters and halves of surrogate pairs: they could not be kept and shown again as they were written. */
const writable = () => z.regex(/^[^\0\p{Cs}]*$/u, 'This holds a character that is none');

/** Blanks, controls, what only shapes other characters, fillers, the Braille pattern without a dot and the notehead without ink. */
const unseen = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u{13430}-\u{1343F}\u2800\u{1D159}]*$/u;

/** Whether a text holds nothing that can be seen: the one rule for forms and server. */
export const isUnseen = (text: string): boolean => unseen.test(text);

/**
 * A length of zod is one of JSON Schema, which the API's description gives: it counts code points. These count UTF-16 units, as `textLength` and
 * every counter of a form: an emoji has two of them.
 */
export const atMost = (max: number, tooLong: string) => z.refine<string>((text) => text.length <= max, tooLong);
export const atLeast = (min: number, tooShort: string) => z.refine<string>((text) => text.length >= min, tooShort);

/** What the API's description says of the words of people beside their lengths. */
export const writtenText = 'Trimmed, and counted in UTF-16 units. At least one character can be seen';

/** Words that must be there: trimmed, 1 to `max` characters, of which one can be seen. */
export const requiredText = (max: number, missing: string, tooLong: string) =>
  described(
    z.string({ error: missing }).check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, tooLong),
      atMost(max, tooLong),
      writable(),
      z.refine<string>((text) => !isUnseen(text), missing),
    ),
    { description: writtenText },
  );

/** Words that may be there: trimmed, up to `max` characters; null where nothing can be seen. */
export const optionalText = (max: number, tooLong: string) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, tooLong), atMost(max, tooLong), writable())),
    z.transform((text: string | null | undefined) => (text && !isUnseen(text) ? text : null)),
  );
