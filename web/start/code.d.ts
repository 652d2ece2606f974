/** Paths of the code of each page on which people arrive; the build puts them in (`vite.config.ts`). */
declare const __CODE__: Readonly<Record<string, readonly string[]>>;
