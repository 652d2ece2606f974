import { ContentConfig } from '@hearsay/content/config';
import { EngagementConfig } from '@hearsay/engagement/config';
import { GamificationConfig } from '@hearsay/gamification/config';
import { GatewayConfig } from '@hearsay/gateway/config';
import { IdentityConfig } from '@hearsay/identity/config';
import { ModerationConfig } from '@hearsay/moderation/config';
import { NotificationConfig } from '@hearsay/notification/config';
import { ownerSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** As written in a file, undefined if there is none. */
  readonly fallback: string | undefined;
  readonly values: readonly string[];
  readonly readers: readonly string[];
}

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

/** Merges a variable that two services read. Each may describe its own use. */
const joined = (one: Setting, other: Setting): Setting => ({
  ...one,
  description: one.description.includes(other.description)
    ? one.description
    : `${one.description} ${other.description}`,
  readers: [...one.readers, ...other.readers],
});

export const allSettings = (): readonly Setting[] => {
  const settings = new Map<string, Setting>();
  for (const [reader, schema] of Object.entries(schemas)) {
    for (const setting of settingsOfOne(reader, schema)) {
      const known = settings.get(setting.name);
      settings.set(setting.name, known ? joined(known, setting) : setting);
    }
  }
  return [...settings.values()];
};

export const serviceCount = Object.keys(schemas).length - 1;
