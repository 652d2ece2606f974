import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.js';

/** The place at which a page of a list ends. Each item has its own place, so the next page skips no item. */
export const ExportPlace = z.object({ at: Instant, id: Id });
export type ExportPlace = z.infer<typeof ExportPlace>;
