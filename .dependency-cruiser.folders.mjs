import boundaries from './.dependency-cruiser.mjs';

/** Folders of one part form no circle. Tests are left out, because they may reach into any folder. */
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
