/** Paths of the code of each arrival page. The build inserts them (`vite.config.ts`). */
declare const __CODE__: Readonly<Record<string, readonly string[]>>;
