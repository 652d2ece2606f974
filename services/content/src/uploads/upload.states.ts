import type { UploadPurpose } from '@hearsay/contracts';

/** What decisions about an upload need. */
export interface Upload {
  readonly ownerId: string;
  readonly purpose: UploadPurpose;
  readonly key: string;
  /** ISO instant. */
  readonly expiresAt: string;
  readonly isUsed: boolean;
}
