/** The file that this page load began with: its name changes with every change of the build. */
export const buildName: string =
  [...document.scripts]
    .map(({ type, src }) => (type === 'module' ? (src.split('/').at(-1)?.split('?')[0] ?? '') : ''))
    .find(Boolean) ?? 'unknown';
