/** What decides about a person's level. */
export interface Account {
  /** What the caps left of named acts, grants and boosts. */
  readonly named: number;
  readonly level: number;
  readonly revision: number;
}
