export interface GreatAct {
  readonly name: string;
  readonly isOutage?: boolean;
  /** Effects to print beside the act, read after `run`. */
  counted?(): { readonly text: string; readonly isTooMuch: boolean };
  prepare?(): Promise<unknown>;
  /** Resolves after all effects of the act. @throws when a count or an order is wrong */
  run(): Promise<unknown>;
}
