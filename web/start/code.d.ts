/** Code paths of each arrival page, inserted by the build (`vite.config.ts`). */
declare const __CODE__: Readonly<Record<string, readonly string[]>>;
