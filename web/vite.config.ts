import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { SERVER_PATHS } from './src/shared/navigation/server-paths.ts';
import { frameTexts } from './src/shared/texts/frame.ts';
import { landingTexts, startTexts } from './src/shared/texts/landing.ts';
import { embedPage } from './start/embed-page.ts';
import { fallbackFaces } from './start/faces.ts';

/** The font of texts, which the document preloads. The font of headings loads with the style sheet. */
const FIRST_FONT = /instrument-sans-latin-wght-normal/;

const ARRIVALS = {
  landing: 'features/landing/landing-page.tsx',
  feed: 'features/feed/feed-page.tsx',
  question: 'app/question-route.tsx',
};

const inRoot = (path: string): string => resolve(import.meta.dirname, path);
const withoutComments = (text: string): string =>
  text.replace(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '').replace(/\n\s*/g, '\n');
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** @returns `from` and all names that `next` reaches from there */
const reach = (from: readonly string[], next: (name: string) => readonly string[]): Set<string> => {
  const reached = new Set(from);
  for (const name of reached) for (const each of next(name)) reached.add(each);
  return reached;
};
const namesOf = (chunks: readonly Rolldown.OutputChunk[]) => chunks.map(({ fileName }) => fileName);
const importsOf = (chunks: readonly Rolldown.OutputChunk[], name: string) =>
  chunks.find(({ fileName }) => fileName === name)?.imports ?? [];

const firstWords = ({ headline, headlineStrong, lead }: typeof landingTexts): string =>
  `<div class="start-landing"><h1>${escaped(headline[0] ?? '')}<br />${escaped(headline[1] ?? '')}<b>${escaped(headlineStrong)}</b></h1><p>${escaped(lead)}</p></div>`;

const lateWords = (): string => {
  const browsers = packageJson.browserslist
    .filter((each) => !each.startsWith('iOS'))
    .map((each) => each.replace('>= ', ''));
  return (
    `<noscript><p class="start-late">${escaped(startTexts.noScript)}</p></noscript>` +
    `<div class="start-late" id="start-late" role="alert" hidden><p>${escaped(startTexts.late(browsers))}</p>` +
    `<button type="button">${escaped(frameTexts.tryAgain)}</button></div>`
  );
};

/** Inlines colours, shell, landing text, and a script that requests code and data. Moves the style sheet to the end. */
const paintAtOnce = (): Plugin => ({
  name: 'hearsay-paint-at-once',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      const [tokens, style, script, late] = await Promise.all(
        ['src/shared/design/tokens.css', 'start/start.css', 'start/start.js', 'start/late.js'].map((file) =>
          readFile(inRoot(file), 'utf8'),
        ),
      );
      const files = Object.values(bundle ?? {});
      const chunks = files.filter((file) => file.type === 'chunk').filter(({ isEntry }) => !isEntry);
      /** @returns the page's file and its imports, without the app's entry */
      const codeOf = (page: string): string[] => {
        const first = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${page}`));
        const needed = reach(namesOf(first), (name) => importsOf(chunks, name));
        return [...needed].filter((name) => namesOf(chunks).includes(name));
      };
      const code = Object.fromEntries(
        Object.entries(ARRIVALS).map(([name, page]) => [name, codeOf(page).map((file) => `/${file}`)]),
      );
      const font = files.find(({ fileName }) => FIRST_FONT.test(fileName));
      const fontLink = font
        ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`
        : '';
      const sheets: string[] = [];
      return html
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.push(sheet.trim());
          return '';
        })
        .replace('<!-- start.css and start.js -->', () => {
          const begun = withoutComments(script ?? '').replace('__CODE__', JSON.stringify(code));
          return `${fontLink}<style>${withoutComments(`${tokens}${fallbackFaces}${style}`)}</style><script>${begun}</script>`;
        })
        .replace('<!-- start-landing -->', () => firstWords(landingTexts))
        .replace('<!-- start-late -->', () => `${lateWords()}<script>${withoutComments(late ?? '')}</script>`)
        .replace('</body>', () => `${sheets.join('')}</body>`);
    },
  },
});

const pack = { br: promisify(brotliCompress), gz: promisify(gzip) };
/** Pictures and fonts are already compressed. */
const isPackable = (file: string) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(file);

/** Compresses every text file. Moves source maps out of the build folder, because the gateway would serve them. */
const finishFiles = (): Plugin => {
  let root = '';
  let folder = '';
  return {
    name: 'hearsay-finish-files',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    closeBundle: {
      // The service worker is written last.
      order: 'post',
      sequential: true,
      async handler() {
        const aside = join(root, 'source-maps');
        await rm(aside, { recursive: true, force: true });
        await mkdir(aside);
        const finish = async (file: string) => {
          const path = join(folder, file);
          if (file.endsWith('.map')) return rename(path, join(aside, basename(file)));
          if (!isPackable(file)) return;
          const text = await readFile(path);
          await writeFile(`${path}.br`, await pack.br(text));
          await writeFile(`${path}.gz`, await pack.gz(text, { level: 9 }));
        };
        await Promise.all((await readdir(folder, { recursive: true })).map(finish));
      },
    },
  };
};

/** Replaces `whisper.ts` by its only importer, because the search below skips imports of our libraries. */
const userOf = (id: string): string =>
  id.endsWith('/game-rules/src/whisper.ts') ? inRoot('src/shared/sound/whisper-bars.tsx') : id;

/** Puts modules that the same arrival pages import into one chunk, because few large files compress better. */
const nameByArrivals = (): Rolldown.CodeSplittingNameFunction => {
  const needed = new Map<string, Set<string>>();
  return (id, context) => {
    // Skips our libraries, because their index files import every module.
    const next = (module: string) =>
      (context.getModuleInfo(module)?.importedIds ?? []).filter((imported) => !imported.includes('/libs/'));
    if (needed.size === 0)
      for (const [page, file] of Object.entries(ARRIVALS)) needed.set(page, reach([inRoot(`src/${file}`)], next));
    const pages = Object.keys(ARRIVALS).filter((page) => needed.get(page)?.has(userOf(id)));
    return pages.join('-') || null;
  };
};

/** Maximum gzipped bytes of JavaScript that load before the feed is shown. */
const FEED_BUDGET = 140_000;

/** Fails the build above the budget. Counts the entry, the feed's chunk, and their static imports. */
const holdFeedBudget = (): Plugin => ({
  name: 'hearsay-hold-feed-budget',
  apply: 'build',
  async writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const first = chunks.filter(({ isEntry, facadeModuleId }) => isEntry || facadeModuleId?.endsWith('/feed-page.tsx'));
    const needed = reach(namesOf(first), (name) => importsOf(chunks, name));
    const packed = await Promise.all(
      chunks.filter(({ fileName }) => needed.has(fileName)).map(({ code }) => pack.gz(code, { level: 9 })),
    );
    const bytes = packed.reduce((sum, { length }) => sum + length, 0);
    this.info(`The feed loads ${(bytes / 1000).toFixed(1)} kB of JavaScript (gzip), at most ${FEED_BUDGET / 1000}`);
    if (bytes > FEED_BUDGET)
      this.error(`The feed loads ${bytes} bytes of JavaScript (gzip); its budget is ${FEED_BUDGET}`);
  },
});

const SHORTCUT_ICON = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000';
const proxy = {
  '/api': { target: gateway },
  '/embed': { target: gateway },
  '/feeds': { target: gateway },
  '/previews': { target: gateway },
  '/ws': { target: gateway, ws: true },
};

export default defineConfig(({ mode }) => ({
  resolve: {
    conditions: ['@hearsay/source', 'module', 'browser', mode === 'production' ? 'production' : 'development'],
  },
  plugins: [
    react(),
    tailwindcss(),
    paintAtOnce(),
    embedPage(withoutComments),
    finishFiles(),
    holdFeedBudget(),
    VitePWA({
      registerType: 'autoUpdate',
      // The gateway's content security policy allows no inline script.
      injectRegister: 'script-defer',
      manifest: {
        name: 'Hearsay',
        short_name: 'Hearsay',
        description: 'Ask out loud or in a whisper. Boosts turn it up.',
        id: '/',
        start_url: '/',
        lang: 'en',
        categories: ['social'],
        shortcuts: [
          { name: 'Ask a question', short_name: 'Ask', url: '/create?type=question', icons: [SHORTCUT_ICON] },
          { name: 'Discover', url: '/discover', icons: [SHORTCUT_ICON] },
          { name: 'Notifications', url: '/notifications', icons: [SHORTCUT_ICON] },
        ],
        display: 'standalone',
        background_color: '#100f14',
        theme_color: '#100f14',
        icons: [
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        // The new worker takes over at once. Open pages continue until a reload is safe (`src/app/use-new-build.ts`).
        skipWaiting: true,
        clientsClaim: true,
        importScripts: ['keep-earlier-build.js'],
        globPatterns: ['**/*.{js,css,html,svg}', 'assets/*latin-w*.woff2'],
        globIgnores: ['keep-earlier-build.js', 'embed.html'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [...SERVER_PATHS],
        // Keeps the last feed readable offline. `clearUserCaches` removes it at the end of the session.
        runtimeCaching: [
          {
            urlPattern: ({ url }) => url.pathname === '/api/feed' && url.searchParams.get('page') === '1',
            handler: 'NetworkFirst',
            options: { cacheName: 'last-feed', expiration: { maxEntries: 4 }, cacheableResponse: { statuses: [200] } },
          },
          // Pages of the previous build still request its files (`public/keep-earlier-build.js`).
          { urlPattern: /\/assets\//, handler: 'CacheFirst', options: { cacheName: 'earlier-build' } },
        ],
      },
    }),
  ],
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    // `package.json` names the supported browsers, also for style sheets.
    target: packageJson.browserslist.map((each) => each.toLowerCase().replace(' >= ', '')),
    sourcemap: 'hidden',
    // A dynamic import requests its own file. Only its dependencies need a preload.
    modulePreload: { polyfill: false, resolveDependencies: (file, needed) => needed.filter((each) => each !== file) },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        // More than 64 chunks need 7 characters. The entry holds all chunk names, so each character costs bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Groups: late library code, the app's entry, code of arrival pages, and code that at least three pages share.
        codeSplitting: {
          groups: [
            {
              name: 'contracts',
              test: /contracts\/src\/(realtime|moderation|own-settings|podcast-feeds|profiles|uploads)|game-rules\/src\/(auras|levels)/,
              includeDependenciesRecursively: false,
            },
            { name: 'frame', tags: ['$initial'] },
            { name: nameByArrivals(), minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'later', minShareCount: 3 },
          ],
        },
      },
    },
  },
}));
