import * as z from 'zod/mini';

/** Without null characters and halves of surrogate pairs: they could not be kept and shown again as they were written. */
const writable = () => z.regex(/^[^\0\p{Cs}]*$/u, 'This holds a character that is none');

/** Words that must be there: trimmed, 1 to `max` characters. */
export const requiredText = (max: number, missing: string, tooLong: string) =>
  z.string({ error: missing }).check(z.trim(), z.minLength(1, missing), z.maxLength(max, tooLong), writable());

/** Words that may be there: trimmed, up to `max` characters; nothing and blanks are null. */
export const optionalText = (max: number, tooLong: string) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, tooLong), writable())),
    z.transform((text: string | null | undefined) => text || null),
  );
