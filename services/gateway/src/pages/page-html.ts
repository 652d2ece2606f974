import type { FoundPage } from './page-finder.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter]!);

const brand = 'Hearsay';

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;

export const writePage = (template: string, { isThere, head, path }: FoundPage, origin: string): string => {
  const lines = isThere ? [] : [meta('name', 'robots', 'noindex')];
  const address = path === null ? null : origin + path;
  if (address !== null) lines.push(`<link rel="canonical" href="${escapeHtml(address)}" />`);
  const title = head === null ? brand : `${head.title} · ${brand}`;
  if (head !== null) {
    const image = origin + head.image;
    lines.push(
      meta('property', 'og:site_name', brand),
      meta('property', 'og:type', head.type),
      meta('property', 'og:title', head.title),
      meta('property', 'og:description', head.description),
      meta('property', 'og:url', origin + head.path),
      meta('property', 'og:image', image),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('name', 'twitter:card', 'summary_large_image'),
      meta('name', 'twitter:title', head.title),
      meta('name', 'twitter:description', head.description),
      meta('name', 'twitter:image', image),
    );
  }
  return (
    template
      // The replacements are functions, because `replace` would interpret a `$` in a text.
      .replace(/<meta name="description"[^>]*>/, (own) =>
        head === null ? own : meta('name', 'description', head.description),
      )
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>${lines.join('')}`)
  );
};
