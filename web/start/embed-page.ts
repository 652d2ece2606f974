import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const read = (file: string): Promise<string> => readFile(resolve(import.meta.dirname, '..', file), 'utf8');

/** Follows the system's colour scheme, because an embedded page has no stored theme. */
const byPreference = (tokens: string): string =>
  tokens.replace(/\[data-theme="light"\] (\{[^}]*\})/, '@media (prefers-color-scheme: light) { :root $1 }');

/** Adds the page of one question that other sites frame. It has inline style and script, so it needs one request. */
export const embedPage = (withoutComments: (text: string) => string): Plugin => ({
  name: 'hearsay-embed-page',
  apply: 'build',
  async generateBundle() {
    const [page, tokens, style, script] = await Promise.all(
      ['embed.html', 'src/shared/design/tokens.css', 'start/embed.css', 'start/embed.js'].map(read),
    );
    const source = (page ?? '')
      .replace('<!-- embed.css -->', () => `<style>${withoutComments(`${byPreference(tokens ?? '')}${style}`)}</style>`)
      .replace('<!-- embed.js -->', () => `<script>${withoutComments(script ?? '')}</script>`);
    this.emitFile({ type: 'asset', fileName: 'embed.html', source });
  },
});
