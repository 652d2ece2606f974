/** What decisions about a reply need. */
export interface Reply {
  readonly exists: boolean;
}
