// The boundaries of ARCHITECTURE.md. `infra/local/boundaries.spec.ts` proves each rule by a planted violation.

/**
 * Forbids files in `from`, except tests, to import files in `to`, except those in `but`.
 * @type {(name: string, from: string, to: string, but?: string | string[]) => object}
 */
const rule = (name, from, to, but = []) => ({
  name,
  from: { path: from, pathNot: '\\.spec\\.ts$' },
  to: { path: to, pathNot: but },
});

/** @param {string} folder */
const gateway = (folder) => `^services/gateway/src/${folder}/`;

export default {
  forbidden: [
    { name: 'no-circular', from: {}, to: { circular: true } },
    // Services call each other over NATS and never import each other.
    rule('no-cross-service', '^services/([^/]+)/', '^services/', '^services/$1/'),
    // Tests of libraries may start servers.
    rule('libs-not-to-services', '^libs/', '^(services|web|infra)/', '^infra/local/servers/index\\.ts$'),
    // Browser and services share the contracts, which may import only zod.
    rule('contracts-pure', '^libs/contracts/src/', '', ['^libs/contracts/', 'node_modules/zod/']),
    rule('game-rules-pure', '^libs/game-rules/src/', '', '^libs/game-rules/'),
    {
      // Deciders, folds and projections are pure: no clock, random numbers, network or database client.
      // infra/lint/pure.grit forbids the globals for these.
      name: 'pure-files',
      from: { path: '^services/.+\\.(decider|aggregates|projection)\\.ts$' },
      to: {
        path: [
          '(libs/(messaging|service-runtime)|node_modules/(pg|ioredis|bullmq|@nats-io|@nestjs))/',
          '^(node:)?(?!util|path|url|buffer)\\w+$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    rule('web-only-contracts-and-rules', '^web/src/', '^(libs|services|infra)/', '^libs/(contracts|game-rules)/'),
    rule('web-shared-is-the-floor', '^web/src/shared/', '^web/src/(features|app)/'),
    rule('web-features-below-app', '^web/src/features/', '^web/src/app/'),
    // Features share code through web/src/shared, and web/src/app combines them.
    rule('web-features-apart', '^web/src/features/([^/]+)/', '^web/src/features/', '^web/src/features/$1/'),
    rule('gateway-owns-no-database', '^services/gateway/', '(libs/event-store/|node_modules/pg/)'),
    // All code of the gateway may use presenters, so presenters import no other code of the gateway.
    rule('gateway-presents-what-it-is-given', gateway('present'), '^services/gateway/src/(?!present/)'),
    // Pictures are decoded and drawn in a separate process without the gateway's code.
    rule('gateway-draws-apart', gateway('pictures'), '^services/gateway/src/(?!pictures/)'),
    rule('gateway-reads-below-its-routes', gateway('(read|access)'), gateway('(http|api|live|media|pages)')),
    // Only gateway.ts and the API module combine HTTP and sockets.
    rule(
      'gateway-http-and-sockets-apart',
      gateway('(http|live)'),
      gateway('(http|live|api|media|pages)'),
      gateway('$1'),
    ),
    // Uploads and media may use the guard and errors of `http`.
    rule('gateway-media-on-http', gateway('media'), gateway('(live|pages|api)')),
    // Pages serve the web app, so they may use `http`.
    rule('gateway-pages-on-http', gateway('pages'), gateway('(live|media|api)')),
    { name: 'not-to-unresolvable', from: { pathNot: '\\.mjs$' }, to: { couldNotResolve: true } },
  ].map((each) => ({ severity: 'error', ...each })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@hearsay/source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
