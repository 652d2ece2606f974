import type { AnyEventDefinition, EventDefinition } from '@hearsay/contracts';
import type { StoredEvent } from '../log/events.js';
import type { CommandCall } from '../pipeline/commands.js';
import type { Transaction } from '../runtime/connections.js';

interface ConsumerDefinition<D extends EventDefinition> {
  /** Unique in its service. The commands `rebuild` and `dead-letters` call it `service.name`. */
  readonly name: string;
  readonly source: string;
  readonly events: readonly D[];
}

/**
 * Keeps rows made from another service's events. Rows have revisions, so events of several services may arrive in any
 * order.
 */
export interface Projector<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'projector';
  /** Tables that only this projector writes. `rebuild` fills new tables from the first event and swaps them in. */
  readonly tables: readonly string[];
  apply(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<void>;
  /**
   * Runs after `apply`, in the same transaction. It never runs in a rebuild. The returned function is called after the
   * commit.
   */
  applied?(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<() => void>;
  /**
   * For tables that another consumer of the service changes too. During a rebuild, the other consumer changes only the
   * live tables. Before the swap the live tables are locked, and `settle` repeats the changes in the new tables. `lock`
   * runs before `settle`, for a consumer that takes another lock before it changes rows.
   */
  readonly shared?: { lock?(tx: Transaction): Promise<void>; settle(tx: Transaction): Promise<void> };
}

export type CausedCommand = Pick<CommandCall, 'definition' | 'input'>;
type CausedByGroup = readonly (CausedCommand & { readonly cause: StoredEvent })[];

/**
 * Turns events of another service into commands. `rebuild` never repeats these commands, because their events are in
 * the service's own log.
 */
export interface Reactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'reactor';
  /** Each command claims (rule, cause), so a repeated event changes nothing. A refused command counts as done. */
  commands(event: StoredEvent<D>): readonly CausedCommand[] | Promise<readonly CausedCommand[]>;
}

/** A reactor that makes one command of several events that arrive together, such as many boosts of one post. */
export interface GroupReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'group-reactor';
  commandsOfGroup(events: readonly StoredEvent<D>[]): CausedByGroup | Promise<CausedByGroup>;
}

export interface Slice {
  readonly commands: readonly CausedCommand[];
  readonly next: string | null;
}

/** A reactor for events with many commands. Each slice has its own commit, and a repeated slice changes nothing. */
export interface SliceReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'slice-reactor';
  slice(event: StoredEvent<D>, after: string | null, most: number): Promise<Slice>;
}

export type Consumer = Projector | Reactor | GroupReactor | SliceReactor;
