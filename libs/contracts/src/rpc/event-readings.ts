import * as z from 'zod/mini';
import { contractsOf, type ServiceName } from './rpc.js';

/** A service that reads events of a source missing here does not start, so this table stays complete. */
export const eventSourcesOf: Readonly<Record<ServiceName, readonly ServiceName[]>> = {
  identity: ['content', 'gamification'],
  content: ['content', 'engagement', 'identity'],
  engagement: ['content', 'identity'],
  gamification: ['identity', 'content', 'engagement'],
  moderation: ['identity', 'content', 'engagement', 'gamification'],
  notification: ['identity', 'content', 'engagement', 'gamification', 'moderation'],
};

/**
 * The readings of the living processes of a service, each different one once (`readingOfRelease` of the event store).
 * The services whose events it reads ask before they write a new version.
 */
export const eventReadingsOf = (service: ServiceName) =>
  contractsOf(service).query('event-readings', {}, { readings: z.array(z.string()) }, eventSourcesOf[service]);
