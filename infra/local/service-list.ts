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

export const mapServices = <S extends ServiceName, T>(names: readonly S[], make: (service: S) => T): Record<S, T> =>
  Object.fromEntries(names.map((service) => [service, make(service)])) as Record<S, T>;

/** The highest tier stops first. The gateway stops before the services that it calls, and servers stop last. */
export const tiers = { server: 0, service: 1, gateway: 2, web: 3 };

/** The role of a process. The first process of a service has the service's name, and the second one is `content-2`. */
export const roleOf = (service: ServiceName, number: number): string =>
  number === 1 ? service : `${service}-${number}`;

/** The roles of a service's processes, in the order of their numbers. */
export const rolesOf = (service: ServiceName, roles: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(roles)
    .filter(
      (role) => role === service || (role.startsWith(`${service}-`) && /^\d+$/.test(role.slice(service.length + 1))),
    )
    .sort();
