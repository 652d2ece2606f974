import { emptyFileText, Refusal } from '@hearsay/contracts';
import { wrongField } from '../present/refusal.js';

export interface DataUrl {
  readonly filetype: string;
  readonly bytes: Buffer;
}

/** The type may contain commas, because recorders write `codecs=vp8,opus`. */
const head = /^[\0- ]*data:(.*?); *base64 *,/is;
const headLength = 1000;
/** Browsers assume this type if a data URL names none. */
const noType = 'text/plain';
/** A data URL is read if line breaks and escapes lengthen it at most by this factor. */
const maxOverhead = 1.5;

const tooLargeForDataUrl = (maxBytes: number) =>
  new Refusal(
    'too_large',
    `A data URL carries at most ${maxBytes / 1024 / 1024} MB; upload larger files at /api/uploads`,
  );

/** Null for invalid base64 (infra.spec.whatwg.org, "forgiving-base64 decode"). */
const decoded = (body: string): Buffer | null => {
  const text = body.replace(/[\t\n\f\r ]+/g, '');
  const bare = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
  return bare.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(bare) ? null : Buffer.from(bare, 'base64');
};

/**
 * Reads a data URL as browsers do (fetch.spec.whatwg.org). Returns null for other texts.
 * @throws Refusal `invalid_input` for a broken data URL, `too_large`
 */
export const readDataUrl = (text: string, maxBytes: number, field: string): DataUrl | null => {
  if (!/^[\0- ]*data:/i.test(text)) return null;
  const [whole, type = ''] = head.exec(text.slice(0, headLength)) ?? [];
  if (whole === undefined) throw wrongField(field, 'This is no base64 data URL');
  if ((text.length - whole.length) * 0.75 > maxBytes * maxOverhead) throw tooLargeForDataUrl(maxBytes);
  const [body = ''] = text.slice(whole.length).split('#', 1);
  const unescaped = body.includes('%')
    ? body.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : body;
  const bytes = decoded(unescaped);
  if (!bytes) throw wrongField(field, 'This is no base64 data URL');
  if (bytes.length === 0) throw wrongField(field, emptyFileText);
  if (bytes.length > maxBytes) throw tooLargeForDataUrl(maxBytes);
  const filetype = type.replace(/[\t\n\r]+/g, '').trim() || noType;
  if (/\p{Cc}/u.test(filetype)) throw wrongField(field, 'The type holds a character that is none');
  return { filetype, bytes };
};
