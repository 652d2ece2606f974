/** Shards of a service's event stream; the number is part of the stored subjects and never changes. */
export const shardCount = 16;

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
export const eventSubject = (service: string, shard: number, type: string): string => `evt.${service}.${shard}.${type}`;
export const rpcSubject = (service: string): string => `rpc.${service}`;
