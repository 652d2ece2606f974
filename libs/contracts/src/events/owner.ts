import * as z from 'zod/mini';
import { Id } from '../primitives.js';

/**
 * Whose content it is: plain for named acts, sealed (AES-256-GCM, see service-runtime) for anonymous ones; never both,
 * and neither for what a guest without an account has asked.
 */
export const Owner = z.object({ accountId: z.nullable(Id), sealed: z.nullable(z.string()) });
export type Owner = z.infer<typeof Owner>;
