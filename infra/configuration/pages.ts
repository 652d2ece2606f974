import type { Setting } from './settings.ts';

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

This page lists every variable that a service reads. \`${command}\` writes it from the services' schemas (\`services/*/src/config.ts\`,
\`libs/service-runtime/src/config.ts\`), and a test fails while it is out of date. A process prints all problems of its configuration at once and exits
with code 78. A supervisor does not restart it after that. Required variables have no default: the local stack sets them in development, you set
them in production.

\`npm start\` sets all of them for its own servers. It passes on your values of \`LOG_LEVEL\`, \`RATE_LIMITS\`, the lists of names and others
(\`passedOn\` in \`infra/local/service-environment.ts\`). It pays pools of anonymous XP every minute instead of every half hour, so that payouts show in
a demo. [infra](../infra/README.md) says which servers it uses.

| variable | read by | meaning | default |
|---|---|---|---|
${settings.map((setting) => row(setting, serviceCount)).join('\n')}
`;

const exampleOf = (setting: Setting, serviceCount: number): string => {
  const { name, description, isRequired, fallback } = setting;
  return `# ${description} (${readersOf(setting, serviceCount)})\n${isRequired ? `${name}=` : `# ${name}=${fallback ?? ''}`}`;
};

const example = (settings: readonly Setting[], serviceCount: number): string =>
  `# ${command} writes this file from the services' schemas, see docs/configuration.md. npm start needs none of it.
# Lines without # are required. DATABASE_URL and the users of NATS differ from service to service.

${settings.map((setting) => exampleOf(setting, serviceCount)).join('\n\n')}
`;

export const configurationPages = (settings: readonly Setting[], serviceCount: number): readonly Page[] => [
  { path: 'docs/configuration.md', text: documentation(settings, serviceCount) },
  { path: '.env.example', text: example(settings, serviceCount) },
];
