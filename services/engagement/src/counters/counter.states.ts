/** The counters of one content. `peak` is that of the boosts and never falls: reveals are latched by it. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  /** Rises with every change of one of them. */
  readonly revision: number;
}
