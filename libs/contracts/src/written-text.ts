import * as z from 'zod/mini';
import { described } from './primitives.js';

/** Refuses null characters and lone surrogates, which PostgreSQL and UTF-8 cannot store. */
export const storableTextCheck = () => z.regex(/^[^\0\p{Cs}]*$/u, 'This holds a character that is none');

/** Spaces, control characters, formatting characters, fillers, the empty Braille pattern and the null notehead. */
const unseen = /^[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u{13430}-\u{1343F}\u2800\u{1D159}]*$/u;

/** Whether a text has no visible character. Forms and server share this rule. */
export const isBlank = (text: string): boolean => unseen.test(text);

/** Counts UTF-16 units, of which most emoji have two. zod's own length checks would describe code points in the API. */
export const maxTextLength = (max: number, tooLong: string) => z.refine<string>((text) => text.length <= max, tooLong);
export const minTextLength = (min: number, tooShort: string) =>
  z.refine<string>((text) => text.length >= min, tooShort);

export const textRuleDescription = 'Trimmed, and counted in UTF-16 units. At least one character can be seen';

export const requiredText = (max: number, missing: string, tooLong: string) =>
  described(
    z.string({ error: missing }).check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, tooLong),
      maxTextLength(max, tooLong),
      storableTextCheck(),
      z.refine<string>((text) => !isBlank(text), missing),
    ),
    { description: textRuleDescription },
  );

export const optionalText = (max: number, tooLong: string) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, tooLong), maxTextLength(max, tooLong), storableTextCheck())),
    z.transform((text: string | null | undefined) => (text && !isBlank(text) ? text : null)),
  );
