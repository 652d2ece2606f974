import type { EntityKind, Loaded } from './commands.js';
import { upcast } from './upcasts.js';

/** An entity whose state is folded from its own short stream; its head is a row of `stream_heads`. */
export const streamEntity = <State>(
  name: string,
  initial: () => State,
  evolve: (state: State, event: { readonly type: string; readonly data: object }) => State,
): EntityKind<State> => ({
  name,
  evolve,

  async load(tx, keys) {
    const streams = keys.map((key) => `${name}-${key}`);
    await tx.query('insert into stream_heads (stream) select unnest($1::text[]) on conflict do nothing', [streams]);
    const heads = await tx.query<{ stream: string; version: number }>(
      'select stream, version from stream_heads where stream = any($1) order by stream for update',
      [streams],
    );
    const loaded = new Map<string, Loaded<State>>();
    const prefixLength = name.length + 1;
    for (const head of heads.rows) loaded.set(head.stream.slice(prefixLength), { version: head.version, state: initial() });
    const begun = heads.rows.filter((head) => head.version > 0).map((head) => head.stream);
    if (begun.length > 0) {
      const events = await tx.query<{ stream: string; type: string; schema_version: number; data: Record<string, unknown> }>(
        'select stream, type, schema_version, data from events where stream = any($1) order by stream, version',
        [begun],
      );
      for (const event of events.rows) {
        const entity = loaded.get(event.stream.slice(prefixLength));
        if (entity) entity.state = evolve(entity.state, { type: event.type, data: upcast(event.type, event.schema_version, event.data) });
      }
    }
    return loaded;
  },

  async save(tx, changed) {
    await tx.query(
      `update stream_heads set version = next.version
       from unnest($1::text[], $2::int[]) as next (stream, version) where stream_heads.stream = next.stream`,
      [[...changed.keys()].map((key) => `${name}-${key}`), [...changed.values()].map((entity) => entity.version)],
    );
  },
});
