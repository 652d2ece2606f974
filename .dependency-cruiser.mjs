/** The boundaries of ARCHITECTURE.md as rules. `infra/local/boundaries.spec.ts` plants violations. */
export default {
  forbidden: [
    { name: 'no-circular', from: {}, to: { circular: true } },
    {
      name: 'no-cross-service',
      comment: 'Services talk over NATS, never by import.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'libs-not-to-services',
      comment: 'Tests start servers of their own.',
      from: { path: '^libs/' },
      to: { path: '^(services|web|infra)/', pathNot: '^infra/local/servers/index\\.ts$' },
    },
    {
      name: 'contracts-pure',
      comment: 'Contracts are read by browser and servers alike: zod and nothing else.',
      from: { path: '^libs/contracts/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'game-rules-pure',
      from: { path: '^libs/game-rules/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/game-rules/' },
    },
    {
      name: 'pure-files',
      comment:
        'What decides, evolves or projects is pure: no clock, chance, network or database client. infra/lint/pure.grit forbids the globals.',
      from: { path: '^services/.+\\.(decider|aggregates|projection)\\.ts$' },
      to: {
        path: [
          '(libs/(messaging|service-runtime)|node_modules/(pg|ioredis|bullmq|@nats-io|@nestjs))/',
          '^(node:)?(?!util|path|url|buffer)\\w+$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-only-contracts-and-rules',
      from: { path: '^web/src/' },
      to: { path: '^(libs|services|infra)/', pathNot: '^libs/(contracts|game-rules)/' },
    },
    {
      name: 'web-shared-is-the-floor',
      from: { path: '^web/src/shared/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-features-below-app',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-apart',
      comment: 'A feature knows shared code only; what two features share lies there, and app puts features together.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'gateway-owns-no-database',
      from: { path: '^services/gateway/' },
      to: { path: '(libs/event-store/|node_modules/pg/)' },
    },
    {
      name: 'gateway-presents-what-it-is-given',
      comment: 'Presenters are allow-lists without a source of their own: everything else in the gateway may use them.',
      from: { path: '^services/gateway/src/present/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(?!present/)' },
    },
    {
      name: 'gateway-draws-apart',
      comment: 'Pictures are decoded and drawn in a process of its own, which knows nothing of the gateway.',
      from: { path: '^services/gateway/src/pictures/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(?!pictures/)' },
    },
    {
      name: 'gateway-reads-below-its-doors',
      from: { path: '^services/gateway/src/(read|access)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(http|api|live|media|pages)/' },
    },
    {
      name: 'gateway-doors-apart',
      comment: 'HTTP and sockets are two doors to the same house; gateway.ts and the API module put them together.',
      from: { path: '^services/gateway/src/(http|live)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(http|live|api|media|pages)/', pathNot: '^services/gateway/src/$1/' },
    },
    {
      name: 'gateway-media-on-http',
      comment: 'The doors of bytes use the guard and the errors of HTTP, and know none of the other doors.',
      from: { path: '^services/gateway/src/media/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(live|pages|api)/' },
    },
    {
      name: 'gateway-pages-on-http',
      comment: 'Pages fill in the document that HTTP serves, and know none of the other doors.',
      from: { path: '^services/gateway/src/pages/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^services/gateway/src/(live|media|api)/' },
    },
    {
      name: 'not-to-unresolvable',
      from: { pathNot: '\\.mjs$' },
      to: { couldNotResolve: true },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
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
