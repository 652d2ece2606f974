/** If `isOutage` is true, boosts during the act may be refused until one succeeds again. */
export interface GreatAct {
  readonly name: string;
  readonly isOutage?: boolean;
  /** Counts side effects of the act. Called after `run`. The report shows the text. */
  counted?(): { readonly text: string; readonly isTooMuch: boolean };
  prepare?(): Promise<unknown>;
  /** Resolves when all effects of the act are done. @throws when a count or an order is wrong */
  run(): Promise<unknown>;
}
