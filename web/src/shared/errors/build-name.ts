/** Name of the app's entry file, which changes with every build. */
export const buildName: string =
  [...document.scripts]
    .map(({ type, src }) => (type === 'module' ? (src.split('/').at(-1)?.split('?')[0] ?? '') : ''))
    .find(Boolean) ?? 'unknown';
