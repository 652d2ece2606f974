const shardCount = 16;

/** The shard of a question: a hash of its id by FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). */
export const shardOf = (questionId: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < questionId.length; index += 1) {
    hash ^= questionId.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % shardCount;
};

export const eventStreamName = (service: string): string => `EVT_${service}`;
export const eventSubject = (service: string): string => `evt.${service}.events`;
/**
 * A reader publishes here when it lacks messages of a service's stream. The relay then checks and refills the stream.
 */
export const streamCheckSubject = (service: string): string => `check.${service}`;
/**
 * NATS lets each user publish only under its own name, so the subject proves the caller. `*` stands for all callers.
 */
export const rpcSubject = (service: string, caller: string): string => `rpc.${service}.${caller}`;
/** NATS allows only this caller to subscribe under the prefix. */
export const inboxPrefixOf = (caller: string): string => `_INBOX_${caller}`;
export const jobSubjectsOf = (service: string): string => `jobs.${service}.>`;
