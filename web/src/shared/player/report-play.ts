import { Success } from '@hearsay/contracts';
import { newIdempotencyKey, send } from '../api/api-client.ts';

/** The server counts one play per person and day. */
export const reportPlay = (podcastId: string): Promise<unknown> =>
  send(Success, `/api/podcasts/${podcastId}/play`, { body: {}, idempotencyKey: newIdempotencyKey() });
