import { z } from 'zod';
import { Id } from '../primitives.js';

/** Whose content it is: plain for named acts, sealed (AES-256-GCM, see service-runtime) for anonymous ones; never both. */
export const Owner = z.object({ accountId: Id.nullable(), sealed: z.string().nullable() });
export type Owner = z.infer<typeof Owner>;
