import { ContentConfig } from '@hearsay/content/config';
import { EngagementConfig } from '@hearsay/engagement/config';
import { GamificationConfig } from '@hearsay/gamification/config';
import { GatewayConfig } from '@hearsay/gateway/config';
import { IdentityConfig } from '@hearsay/identity/config';
import { ModerationConfig } from '@hearsay/moderation/config';
import { NotificationConfig } from '@hearsay/notification/config';
import { ownerSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

interface Setting {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The default as text, undefined without one. */
  readonly fallback: string | undefined;
  readonly values: readonly string[];
  readonly readers: readonly string[];
}

/** Schemas of environment variables, by the process that reads them. */
export const schemas: Readonly<Record<string, z.ZodType>> = {
  gateway: GatewayConfig,
  identity: IdentityConfig,
  content: ContentConfig,
  engagement: EngagementConfig,
  gamification: GamificationConfig,
  moderation: ModerationConfig,
  notification: NotificationConfig,
  'migrations and operators': z.object(ownerSettings),
};

interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

const settingsOfOne = (reader: string, schema: z.ZodType): Setting[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties as Record<string, Described>).map(([name, described]) => ({
    name,
    description: described.description ?? '',
    isRequired: required.includes(name),
    fallback: described.default === undefined ? undefined : String(described.default),
    values: described.enum ?? [],
    readers: [reader],
  }));
};

/** Merges a variable of several services into one row, which lists all services and descriptions. */
const mergeSettings = (one: Setting, other: Setting): Setting => ({
  ...one,
  description: one.description.includes(other.description)
    ? one.description
    : `${one.description} ${other.description}`,
  readers: [...one.readers, ...other.readers],
});

const allSettings = (): readonly Setting[] => {
  const settings = new Map<string, Setting>();
  for (const [reader, schema] of Object.entries(schemas)) {
    for (const setting of settingsOfOne(reader, schema)) {
      const known = settings.get(setting.name);
      settings.set(setting.name, known ? mergeSettings(known, setting) : setting);
    }
  }
  return [...settings.values()];
};

export const settings = allSettings();

const command = 'npm run configuration';
const serviceCount = Object.keys(schemas).length - 1;

const readersOf = ({ readers }: Setting): string => {
  if (readers.length === serviceCount) return 'all';
  return readers.length === serviceCount - 1 && !readers.includes('gateway') ? 'all but gateway' : readers.join(', ');
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (setting: Setting): string => {
  const { name, description, isRequired, fallback, values } = setting;
  const meaning =
    values.length > 0 ? `${description} One of ${values.map((value) => `\`${value}\``).join(', ')}.` : description;
  const written = fallback === '' ? 'empty' : `\`${fallback}\``;
  const optional = fallback === undefined ? 'none' : written;
  const standard = isRequired ? '**required**' : optional;
  return `| \`${name}\` | ${readersOf(setting)} | ${cell(meaning)} | ${standard} |`;
};

const documentation = `# Configuration

This page lists every variable that a service reads. \`${command}\` writes it from the services' schemas (\`services/*/src/config.ts\`,
\`libs/service-runtime/src/config.ts\`), and a test fails while it is out of date. A process prints all problems of its configuration at once and exits
with code 78. A supervisor does not restart it after that. Required variables have no default: the local stack sets them in development, you set
them in production.

\`npm start\` sets all of them for its own servers. It passes on your values of \`LOG_LEVEL\`, \`RATE_LIMITS\`, the lists of names and others
(\`passedOnVariables\` in \`infra/local/service-environment.ts\`). It pays pools of anonymous XP every minute instead of every half hour, so that payouts show in
a demo. [infra](../infra/README.md) says which servers it uses.

| variable | read by | meaning | default |
|---|---|---|---|
${settings.map(row).join('\n')}
`;

const exampleOf = (setting: Setting): string => {
  const { name, description, isRequired, fallback } = setting;
  return `# ${description} (${readersOf(setting)})\n${isRequired ? `${name}=` : `# ${name}=${fallback ?? ''}`}`;
};

const example = `# ${command} writes this file from the services' schemas, see docs/configuration.md. npm start needs none of it.
# Lines without # are required. DATABASE_URL and the users of NATS differ from service to service.

${settings.map(exampleOf).join('\n\n')}
`;

/** Contents of the generated files by path. */
export const pages = { 'docs/configuration.md': documentation, '.env.example': example };
