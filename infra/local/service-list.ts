/** The services with a database of their own, in the order of their progress lines. */
export const databaseServices = [
  'identity',
  'content',
  'engagement',
  'gamification',
  'moderation',
  'notification',
] as const;

/** All processes of Hearsay's own. */
export const services = [...databaseServices, 'gateway'] as const;

export type DatabaseService = (typeof databaseServices)[number];
export type ServiceName = (typeof services)[number];

export const isDatabaseService = (name: string | undefined): name is DatabaseService =>
  databaseServices.some((service) => service === name);

/** A record with one entry for each of these services. */
export const perService = <S extends ServiceName, T>(names: readonly S[], make: (service: S) => T): Record<S, T> =>
  Object.fromEntries(names.map((service) => [service, make(service)])) as Record<S, T>;

/** Servers stop last, the gateway (which takes the requests) first. */
export const tiers = { server: 0, service: 1, gateway: 2, web: 3 };
