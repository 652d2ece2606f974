import boundaries from './.dependency-cruiser.mjs';

/** Forbids circles between the folders of a package. Leaves out tests, which may import from any folder. */
export default {
  forbidden: [
    {
      name: 'no-folder-circles',
      severity: 'error',
      comment: 'Two folders that need each other are one folder.',
      scope: 'folder',
      from: { path: '^(libs|services|web/src)/' },
      to: { circular: true },
    },
  ],
  options: {
    ...boundaries.options,
    exclude: { path: '(^|/)dist/|\\.(spec|int-spec|suite)\\.tsx?$|/src/(tests|suite)/|^web/test/' },
  },
};
