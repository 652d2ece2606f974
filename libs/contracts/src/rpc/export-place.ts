import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.js';

/** The end of a page of a list. No two items share a place, so the next page skips none. */
export const ExportPlace = z.object({ at: Instant, id: Id });
export type ExportPlace = z.infer<typeof ExportPlace>;
