import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import type { OwnSite } from '../access/browser-origin.js';
import type { OriginCheck } from '../access/origin-check.js';
import type { Viewer } from '../access/viewer.js';

/** Whether a request opens a socket (RFC 6455 4.1). Other protocols that it offers beside it do not matter. */
export const opensSocket = ({ method, headers, url = '' }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket') &&
  urlOf(url)?.pathname === '/ws';

/** Finds out who a Cookie header belongs to; rejects with `unavailable` while identity is away. */
export type FindViewer = (cookieHeader: string | undefined, correlationId: string) => Promise<Viewer | null>;

/**
 * Who opens a socket: null is a visitor. `site` is the one that the browser asked for.
 * @throws Refusal `not_found` for what opens no socket, `forbidden` for a foreign Origin or another's id, `unauthenticated` for an id without session.
 */
export const checkUpgrade = async (
  request: IncomingMessage,
  site: OwnSite,
  origins: OriginCheck,
  findViewer: FindViewer,
): Promise<Viewer | null> => {
  // A Node without `shouldUpgradeCallback` hands over every connection that asks for an upgrade.
  if (!opensSocket(request)) throw new Refusal('not_found');
  origins.checkSocket(request.headers, site);
  const viewer = await findViewer(request.headers.cookie, randomUUID());
  const named = urlOf(request.url ?? '')?.searchParams.get('userId');
  if (!named) return viewer;
  if (!viewer) throw new Refusal('unauthenticated');
  if (named.toLowerCase() !== viewer.accountId) throw new Refusal('forbidden', 'You may listen only in your own name');
  return viewer;
};

const urlOf = (target: string): URL | null => URL.parse(target, 'http://gateway');
