import { Success } from '@hearsay/contracts';
import { newIdempotencyKey, send } from '../api/api-client.ts';

/** Tells the server that somebody began to listen or to watch; it counts one a day for each person. */
export const reportPlay = (podcastId: string): Promise<unknown> =>
  send(Success, `/api/podcasts/${podcastId}/play`, { body: {}, idempotencyKey: newIdempotencyKey() });
