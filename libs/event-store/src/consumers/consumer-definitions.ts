import type { AnyEventDefinition, EventDefinition } from '@hearsay/contracts';
import type { StoredEvent } from '../log/events.js';
import type { CommandCall } from '../pipeline/commands.js';
import type { Transaction } from '../runtime/connections.js';

interface ConsumerDefinition<D extends EventDefinition> {
  /** Unique in its service; `rebuild` and `dead-letters` call it `service.name`. */
  readonly name: string;
  readonly source: string;
  readonly events: readonly D[];
}

/** Keeps rows of another service's facts. Facts carry revisions, so their order between sources does not matter. */
export interface Projector<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'projector';
  /** Tables that only this projector writes. `rebuild` fills their next version from the first event. */
  readonly tables: readonly string[];
  apply(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<void>;
  /** Runs after `apply` in its transaction, never in a rebuild. The consumer calls the result after the commit. */
  applied?(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<() => void>;
  /**
   * For tables whose rows another consumer of the service changes too. During a rebuild that consumer changes only the
   * live tables. While these are locked before the exchange, `settle` applies the changes to the new rows. `lock` runs
   * before that and keeps out a consumer that takes another lock first.
   */
  readonly shared?: { lock?(tx: Transaction): Promise<void>; settle(tx: Transaction): Promise<void> };
}

export type Caused = Pick<CommandCall, 'definition' | 'input'>;
type CausedByGroup = readonly (Caused & { readonly cause: StoredEvent })[];

/** `rebuild` never runs a reactor again, since its results are events of the service's own log. */
export interface Reactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'reactor';
  /** Each command takes a claim of (rule, cause), so a repeat changes nothing. A refused command counts as done. */
  commands(event: StoredEvent<D>): readonly Caused[] | Promise<readonly Caused[]>;
}

/** As `Reactor`, for facts that share a command when they arrive together, such as many boosts of one post. */
export interface GroupReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'group-reactor';
  commandsOfGroup(events: readonly StoredEvent<D>[]): CausedByGroup | Promise<CausedByGroup>;
}

export interface Slice {
  readonly commands: readonly Caused[];
  readonly next: string | null;
}

/** For any number of commands. Each slice commits on its own, and a repeated slice must change nothing. */
export interface SliceReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'slice-reactor';
  slice(event: StoredEvent<D>, after: string | null, most: number): Promise<Slice>;
}

export type Consumer = Projector | Reactor | GroupReactor | SliceReactor;
