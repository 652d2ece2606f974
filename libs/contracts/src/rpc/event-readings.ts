import * as z from 'zod/mini';
import { contractsOf, type ServiceName } from './rpc.js';

/** The services whose events each service reads. A service with a source that is missing here does not start. */
export const eventSourcesOf: Readonly<Record<ServiceName, readonly ServiceName[]>> = {
  identity: ['content', 'gamification'],
  content: ['content', 'engagement', 'identity'],
  engagement: ['content', 'identity'],
  gamification: ['identity', 'content', 'engagement'],
  moderation: ['identity', 'content', 'engagement', 'gamification'],
  notification: ['identity', 'content', 'engagement', 'gamification', 'moderation'],
};

/**
 * The distinct readings of the living processes of a service (`readingOfRelease` of the event store). The services
 * whose events it reads call this before they write a new event version.
 */
export const eventReadingsOf = (service: ServiceName) =>
  contractsOf(service).query('event-readings', {}, { readings: z.array(z.string()) }, eventSourcesOf[service]);
