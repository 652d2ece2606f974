/** Shards of a service's event stream; every stored event holds its own, so the number never changes. */
const shardCount = 16;

/** FNV-1a over the routing id (question or podcast, else the account), see http://www.isthe.com/chongo/tech/comp/fnv/. */
export const shardOf = (routingId: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < routingId.length; index += 1) {
    hash ^= routingId.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % shardCount;
};

export const eventStreamName = (service: string): string => `EVT_${service}`;
/** Of a service's messages into its stream: each holds consecutive events of its log, of any type and shard. */
export const eventSubject = (service: string): string => `evt.${service}.events`;
/** A reader of a service's stream has seen that something is missing there: its relay looks, and fills the stream anew. */
export const streamCheckSubject = (service: string): string => `check.${service}`;
/**
 * Calls of `caller` (`*`: of everybody) to a service. NATS lets each user publish under its own name only, so that the service knows by the
 * subject who asks.
 */
export const rpcSubject = (service: string, caller: string): string => `rpc.${service}.${caller}`;
/** Of the answers to a process; NATS lets nobody else listen there. */
export const inboxPrefixOf = (caller: string): string => `_INBOX_${caller}`;
/** What a service publishes to its own processes about its jobs. */
export const jobSubjectsOf = (service: string): string => `jobs.${service}.>`;
