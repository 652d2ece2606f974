import * as z from 'zod/mini';

/** Without null characters and halves of surrogate pairs: they could not be kept and shown again as they were written. */
const writable = () => z.regex(/^[^\0\p{Cs}]*$/u, 'This holds a character that is none');

/** A text that nobody sees: blanks, controls, characters that only shape others, fillers, and the Braille pattern without a dot. */
const unseen = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * A length of zod is one of JSON Schema, which the API's description gives: it counts code points. These count UTF-16 units, as `textLength` and
 * every counter of a form: an emoji has two of them.
 */
export const atMost = (max: number, tooLong: string) => z.refine<string>((text) => text.length <= max, tooLong);
export const atLeast = (min: number, tooShort: string) => z.refine<string>((text) => text.length >= min, tooShort);

/** Words that must be there: trimmed, 1 to `max` characters, of which one can be seen. */
export const requiredText = (max: number, missing: string, tooLong: string) =>
  z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, tooLong),
    atMost(max, tooLong),
    writable(),
    z.refine<string>((text) => !unseen.test(text), missing),
  );

/** Words that may be there: trimmed, up to `max` characters; nothing and blanks are null. */
export const optionalText = (max: number, tooLong: string) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, tooLong), atMost(max, tooLong), writable())),
    z.transform((text: string | null | undefined) => text || null),
  );
