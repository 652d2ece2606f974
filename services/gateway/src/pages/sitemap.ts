import { contentRpc, limits } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import { visitorContext } from '../read/read-context.js';

const places = 50;
const askedPerPage = 20;
const questionsPerPage = places * askedPerPage;
const maxPages = limits.listDepth / questionsPerPage;
const freshMs = 3600_000;

/** Lists the newest questions that visitors may read, a thousand on a page (https://www.sitemaps.org/protocol.html). */
export class Sitemap {
  readonly #kept = new LRUCache<number, Promise<readonly string[]>>({ max: maxPages, ttl: freshMs });

  constructor(private readonly rpc: RpcClient) {}

  /** The XML that lists the pages of the sitemap. Reads all pages that are not cached. */
  async index(origin: string): Promise<string> {
    let count = 1;
    while (count < maxPages && (await this.#idsOf(count + 1)).length > 0) count += 1;
    const pages = Array.from(
      { length: count },
      (_, page) => `<sitemap><loc>${origin}/sitemap-${page + 1}.xml</loc></sitemap>`,
    );
    return written('sitemapindex', pages);
  }

  /** `number` begins at 1. Null beyond the last page. */
  async page(number: number, origin: string): Promise<string | null> {
    if (number < 1 || number > maxPages) return null;
    const ids = await this.#idsOf(number);
    if (ids.length === 0 && number > 1) return null;
    const paths = [...(number === 1 ? ['/'] : []), ...ids.map((id) => `/questions/${id}`)];
    return written(
      'urlset',
      paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    );
  }

  /** Question ids of a page, up to an hour old. Pages count from 1. */
  #idsOf(page: number): Promise<readonly string[]> {
    const kept = this.#kept.get(page);
    if (kept) return kept;
    const ids = this.#read(page);
    this.#kept.set(page, ids);
    ids.catch(() => this.#kept.delete(page));
    return ids;
  }

  async #read(page: number): Promise<readonly string[]> {
    const ids = new Set<string>();
    for (let part = 1; part <= askedPerPage; part += 1) {
      const wanted = {
        sort: 'recent',
        anchor: null,
        page: (page - 1) * askedPerPage + part,
        limit: places,
        followersOnly: false,
      } as const;
      const { items } = await this.rpc.call(contentRpc.feed, wanted, visitorContext());
      for (const { kind, id } of items) if (kind === 'question') ids.add(id);
      if (items.length < places) break;
    }
    return [...ids];
  }
}

const written = (list: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${list}>\n`;
