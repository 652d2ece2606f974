import type { AnyEventDefinition, EventDefinition } from '@hearsay/contracts';
import type { StoredEvent } from '../log/events.js';
import type { CommandCall } from '../pipeline/commands.js';
import type { Transaction } from '../runtime/connections.js';

interface ConsumerDefinition<D extends EventDefinition> {
  /** Unique in its service; `rebuild` and `dead-letters` call it `service.name`. */
  readonly name: string;
  /** The service whose log it follows. */
  readonly source: string;
  readonly events: readonly D[];
}

/** Keeps what another service knows, as rows: applied only from a higher revision, so order between sources does not matter. */
export interface Projector<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'projector';
  /** Tables it owns alone; `rebuild` fills their next version from the first event. */
  readonly tables: readonly string[];
  apply(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<void>;
  /**
   * What else these events mean while they are new: runs behind `apply` in its transaction, and never in a rebuild. The answer is
   * called after the commit.
   */
  applied?(tx: Transaction, events: readonly StoredEvent<D>[]): Promise<() => void>;
  /**
   * For tables whose rows another consumer of the service changes as well: in a rebuild it changes the live ones alone. At the end, when nobody
   * reaches them any more, `settle` brings the new rows to where it has brought the live ones, before they take their place. `lock` comes before
   * the tables are locked: it keeps out a consumer that holds something else first.
   */
  readonly shared?: { lock?(tx: Transaction): Promise<void>; settle(tx: Transaction): Promise<void> };
}

export type Caused = Pick<CommandCall, 'definition' | 'input'>;
type CausedByGroup = readonly (Caused & { readonly cause: StoredEvent })[];

/** Turns another service's fact into commands of its own. Never rerun by `rebuild`: its results are events of the own log. */
export interface Reactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'reactor';
  /**
   * The commands one fact causes, none when it does not matter here. Each takes a claim of (rule, cause), so a repeat
   * changes nothing. A refusal is an outcome. `context` is filled in from the fact by the consumer.
   */
  commands(event: StoredEvent<D>): readonly Caused[] | Promise<readonly Caused[]>;
}

/** The same for facts of which many that arrive together are one: a crowd's boosts of one thing are one command. */
export interface GroupReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'group-reactor';
  /** The commands of a group of facts, each with the last fact behind it: that one fills in its context. */
  commandsOfGroup(events: readonly StoredEvent<D>[]): CausedByGroup | Promise<CausedByGroup>;
}

/** A part of the commands of one event, and where the next part begins; null: there is none. */
export interface Slice {
  readonly commands: readonly Caused[];
  readonly next: string | null;
}

/**
 * The same for a fact that may cause any number of commands. Each slice commits for itself, with others' commands in between, and a restart goes on
 * behind the last one. A slice that is repeated must change nothing.
 */
export interface SliceReactor<D extends EventDefinition = AnyEventDefinition> extends ConsumerDefinition<D> {
  readonly kind: 'slice-reactor';
  /** At most `most` commands of the fact, behind the place where the last slice ended (null: from the first). */
  slice(event: StoredEvent<D>, after: string | null, most: number): Promise<Slice>;
}

export type Consumer = Projector | Reactor | GroupReactor | SliceReactor;
