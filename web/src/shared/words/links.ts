export interface TextLink {
  readonly href: string;
  readonly text: string;
}

/** Characters that always end an address: quotes, brackets, punctuation of other scripts, invisible characters. */
const ENDS =
  /[\p{Quotation_Mark}\p{Terminal_Punctuation}\p{Pi}\p{Pf}\p{Ps}\p{Pe}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/u
    .source;
const HOST = String.raw`[\p{L}\p{M}\p{N}._~%:@\[\]-]+`;
/** A curly apostrophe inside a word belongs to the path, except before a final s, as in `example.org’s`. */
const APOSTROPHE = String.raw`[\p{L}\p{N}]’(?!s(?![\p{L}\p{N}_-]))(?=\p{L})`;
const PATH = String.raw`[/?#](?:${APOSTROPHE}|[!#-;=?-~]|(?!${ENDS})[^\0-\x7F\s])*`;
const ADDRESS = new RegExp(String.raw`\bhttps?://(${HOST})(?:${PATH})?`, 'giu');

/** Matches a host with letters of another script attached, as in `example.orgを見て`. No such domain exists. */
const STUCK_TO_HOST = /\.[a-z0-9-]+(?=(?!\p{Script=Latin})\p{L}[^./]*$)/iu;

const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const CLOSING = /[.,!?;:…'`*|)\]}]$/u;

export function splitAtLinks(words: string): readonly (string | TextLink)[] {
  const parts: (string | TextLink)[] = [];
  let from = 0;
  ADDRESS.lastIndex = 0;
  for (let found = ADDRESS.exec(words); found; found = ADDRESS.exec(words)) {
    const text = withoutClosing(withoutStuck(found[0], found[1] ?? ''));
    ADDRESS.lastIndex = found.index + Math.max(text.length, 1);
    const href = hrefOf(text);
    if (href === null) continue;
    if (found.index > from) parts.push(words.slice(from, found.index));
    parts.push({ href, text });
    from = found.index + text.length;
  }
  if (from < words.length) parts.push(words.slice(from));
  return parts;
}

function withoutStuck(address: string, host: string): string {
  const stuck = STUCK_TO_HOST.exec(host);
  return stuck ? address.slice(0, address.indexOf(host) + stuck.index + stuck[0].length) : address;
}

/** Drops punctuation at the end, but keeps a closing bracket that the address also opens. */
function withoutClosing(address: string): string {
  let text = address;
  for (let last = CLOSING.exec(text)?.[0]; last; last = CLOSING.exec(text)?.[0]) {
    const opening = OPENED_BY[last];
    if (opening && text.split(opening).length >= text.split(last).length) break;
    text = text.slice(0, -1);
  }
  return text;
}

/** Catches the error instead of calling `URL.canParse`, which Safari 16 lacks. */
function hrefOf(text: string): string | null {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
