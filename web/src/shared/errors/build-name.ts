/** Entry file of this page load. Its name changes with every build. */
export const buildName: string =
  [...document.scripts]
    .map(({ type, src }) => (type === 'module' ? (src.split('/').at(-1)?.split('?')[0] ?? '') : ''))
    .find(Boolean) ?? 'unknown';
