import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.js';

/** Where a page of a list ends. Each item has another place, so the next page skips none. */
export const ExportPlace = z.object({ at: Instant, id: Id });
export type ExportPlace = z.infer<typeof ExportPlace>;
