import * as content from './content.js';
import type { EventDefinition } from './definitions.js';
import * as engagement from './engagement.js';
import * as gamification from './gamification.js';
import * as identity from './identity.js';
import * as moderation from './moderation.js';
import * as notification from './notification.js';

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'audience' in value;

export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [identity, content, engagement, moderation, gamification, notification]
    .flatMap((module) => Object.values<unknown>(module).filter(isDefinition))
    .map((definition) => [definition.type, definition]),
);

/**
 * Event types that fill most messages. A consumer that handles none of these types gets only message headers, and
 * fetches the bodies that it needs.
 */
export const frequentEventTypes: ReadonlySet<string> = new Set(
  [engagement.Boosted, engagement.Unboosted, content.ReplyPosted].map(({ type }) => type),
);

export const relayedTypesOf = (service: string): readonly string[] =>
  [...eventDefinitions.values()]
    .filter((definition) => definition.service === service && definition.audience === 'relayed')
    .map((definition) => definition.type)
    .sort();
