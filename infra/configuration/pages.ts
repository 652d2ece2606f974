import type { Setting } from './settings.ts';

/** A file that is made of the schemas, by its path in the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

const command = 'npm run configuration';

const readersOf = ({ readers }: Setting, serviceCount: number): string =>
  readers.length === serviceCount
    ? 'all'
    : readers.length === serviceCount - 1 && !readers.includes('gateway')
      ? 'all but gateway'
      : readers.join(', ');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (setting: Setting, serviceCount: number): string => {
  const { name, description, isRequired, fallback, values } = setting;
  const meaning =
    values.length > 0 ? `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.` : description;
  const standard = isRequired
    ? '**required**'
    : fallback === undefined
      ? 'none'
      : fallback === ''
        ? 'empty'
        : `\`${fallback}\``;
  return `| \`${name}\` | ${readersOf(setting, serviceCount)} | ${cell(meaning)} | ${standard} |`;
};

const documentation = (settings: readonly Setting[], serviceCount: number): string =>
  `# Configuration

Every variable that a service reads. This page is made of the services' own schemas (\`services/*/src/config.ts\`, \`libs/service-runtime/src/config.ts\`)
by \`${command}\`; a test fails while it is not current. All problems of a configuration are printed at once, with exit code 78, after which a supervisor
does not start the process again. What is required has no default anywhere: in development the local stack sets it, in production you do.

\`npm start\` sets all of them for its own servers and passes on what you set of \`LOG_LEVEL\`, \`RATE_LIMITS\`, the lists of names and the like
(\`passedOn\` in \`infra/local/service-environment.ts\`). Pools of anonymous XP it pays every minute, where a service of yours pays them every half an
hour by default: who tries the product out is to see them paid. Which servers it takes is told in [infra](../infra/README.md).

| variable | read by | meaning | default |
|---|---|---|---|
${settings.map((setting) => row(setting, serviceCount)).join('\n')}
`;

const exampleOf = (setting: Setting, serviceCount: number): string => {
  const { name, description, isRequired, fallback } = setting;
  return `# ${description} (${readersOf(setting, serviceCount)})\n${isRequired ? `${name}=` : `# ${name}=${fallback ?? ''}`}`;
};

const example = (settings: readonly Setting[], serviceCount: number): string =>
  `# Made by ${command} of the services' schemas; see docs/configuration.md. Nothing here is needed for npm start.
# What stands without # is required. DATABASE_URL and the users of NATS differ from service to service.

${settings.map((setting) => exampleOf(setting, serviceCount)).join('\n\n')}
`;

/** The pages that describe these settings. */
export const configurationPages = (settings: readonly Setting[], serviceCount: number): readonly Page[] => [
  { path: 'docs/configuration.md', text: documentation(settings, serviceCount) },
  { path: '.env.example', text: example(settings, serviceCount) },
];
