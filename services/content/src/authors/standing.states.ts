/** Whether an account may post. */
export interface Standing {
  /** It is deleted, for now or for good. */
  readonly isDeleted: boolean;
}
