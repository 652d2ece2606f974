import { z } from 'zod';

/** UUID, version 7 where we make it; any UUID is accepted. */
export const Id = z.uuid();
export type Id = z.infer<typeof Id>;

/** ISO 8601 instant in UTC with milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 });

export const ContentType = z.enum(['question', 'discussion', 'podcast']);
export type ContentType = z.infer<typeof ContentType>;

export const MediaType = z.enum(['text', 'audio', 'video', 'image']);
export type MediaType = z.infer<typeof MediaType>;

export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' });
