import { liveSubjects, nudgeSubject } from './live.js';
import { contractsForCaller, rpcContractsOf } from './rpc/all.js';
import { eventSourcesOf } from './rpc/event-readings.js';
import { type CallerName, isAllowedToCall, type ServiceName, serviceNames } from './rpc/rpc.js';
import { eventStreamName, inboxPrefixOf, jobSubjectsOf, rpcSubject, streamCheckSubject } from './subjects.js';

const liveSubjectsOf: Readonly<Record<ServiceName, readonly string[]>> = {
  identity: [liveSubjects.sessions],
  content: ['live.question.*'],
  engagement: ['live.counts.*'],
  gamification: [],
  moderation: [liveSubjects.reports],
  notification: ['live.bell.*'],
};

export interface NatsPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Each of these processes has its own NATS user. Operators' tools have another user, which may do everything. */
export const natsProcessNames = ['gateway', ...serviceNames] as const;
export type NatsProcessName = (typeof natsProcessNames)[number];

const withPrefix = (prefix: string, subjects: readonly string[]): string[] =>
  subjects.map((subject) => `${prefix}${subject}`);

const callsOf = (caller: CallerName): string[] => [
  ...new Set(contractsForCaller(caller).map((contract) => rpcSubject(contract.service, caller))),
];

/** The name of a service's stream. Stream names allow no dots, but the prefix may contain dots. */
const streamOf = (prefix: string, service: ServiceName): string =>
  `${prefix.replaceAll('.', '_')}${eventStreamName(service)}`;

const gatewayPermissions = (prefix: string): NatsPermissions => ({
  publish: withPrefix(prefix, callsOf('gateway')),
  subscribe: [`${inboxPrefixOf('gateway')}.>`, `${prefix}live.>`],
});

const servicePermissions = (service: ServiceName, prefix: string): NatsPermissions => {
  const sources = eventSourcesOf[service].filter((source) => source !== service);
  const own = streamOf(prefix, service);
  const callers = (['gateway', 'operator', ...serviceNames] as const).filter((caller) =>
    rpcContractsOf(service).some((contract) => isAllowedToCall(contract, caller)),
  );
  return {
    publish: [
      ...withPrefix(prefix, [
        ...callsOf(service),
        `evt.${service}.>`,
        nudgeSubject(service),
        jobSubjectsOf(service),
        ...liveSubjectsOf[service],
        ...[service, ...sources].map(streamCheckSubject),
      ]),
      ...callers.map((caller) => `${inboxPrefixOf(caller)}.>`),
      `$JS.API.STREAM.*.${own}`,
      ...[service, ...sources]
        .map((source) => streamOf(prefix, source))
        .flatMap((stream) => [
          `$JS.API.STREAM.INFO.${stream}`,
          `$JS.API.STREAM.MSG.GET.${stream}`,
          `$JS.API.CONSUMER.*.${stream}.>`,
          `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
        ]),
    ],
    subscribe: [
      `${inboxPrefixOf(service)}.>`,
      ...withPrefix(prefix, [
        rpcSubject(service, '*'),
        nudgeSubject(service),
        streamCheckSubject(service),
        jobSubjectsOf(service),
      ]),
    ],
  };
};

/**
 * Each process may call under its own name and read only its own inbox. A service may publish answers to the inboxes of
 * its callers, whose subjects cannot be guessed.
 */
export const natsPermissionsOf = (process: NatsProcessName, prefix = ''): NatsPermissions =>
  process === 'gateway' ? gatewayPermissions(prefix) : servicePermissions(process, prefix);
