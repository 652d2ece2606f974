export interface Link {
  readonly href: string;
  readonly text: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+/giu;
/** Marks that end a sentence rather than an address. */
const CLOSING = /[.,!?;:…)\]}]+$/u;

/** Words with the addresses in them: of the web only, and without the mark that ends the sentence. */
export function withLinks(words: string): readonly (string | Link)[] {
  const parts: (string | Link)[] = [];
  let from = 0;
  for (const found of words.matchAll(ADDRESS)) {
    const text = addressIn(found[0]);
    if (!URL.canParse(text)) continue;
    const { protocol, href } = new URL(text);
    if (protocol !== 'http:' && protocol !== 'https:') continue;
    if (found.index > from) parts.push(words.slice(from, found.index));
    parts.push({ href, text });
    from = found.index + text.length;
  }
  if (from < words.length) parts.push(words.slice(from));
  return parts;
}

/** A bracket that was opened inside of the address belongs to it. */
function addressIn(found: string): string {
  const bare = found.replace(CLOSING, '');
  const next = found[bare.length];
  return next === ')' && bare.split('(').length > bare.split(')').length ? `${bare})` : bare;
}
