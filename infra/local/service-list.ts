export const databaseServices = [
  'identity',
  'content',
  'engagement',
  'gamification',
  'moderation',
  'notification',
] as const;

export const services = [...databaseServices, 'gateway'] as const;

export type DatabaseService = (typeof databaseServices)[number];
export type ServiceName = (typeof services)[number];

export const isDatabaseService = (name: string | undefined): name is DatabaseService =>
  databaseServices.some((service) => service === name);

export const perService = <S extends ServiceName, T>(names: readonly S[], make: (service: S) => T): Record<S, T> =>
  Object.fromEntries(names.map((service) => [service, make(service)])) as Record<S, T>;

/** The highest tier stops first. The gateway takes requests, so it stops before the services, and servers stop last. */
export const tiers = { server: 0, service: 1, gateway: 2, web: 3 };
