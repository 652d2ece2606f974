import * as z from 'zod/mini';
import { Id, Instant, MediaType, named } from './primitives.js';

export const RepostData = named(
  'RepostData',
  z.object({
    repostId: Id,
    reposterUserId: Id,
    reposterUsername: z.string(),
    reposterProfileImage: z.nullable(z.string()),
    repostText: z.nullable(z.string()),
    repostCreatedAt: Instant,
    mediaUrl: z.nullable(z.string()),
    mediaType: z.catch(MediaType, 'text'),
  }),
);
export type RepostData = z.infer<typeof RepostData>;
