import { get } from 'node:http';
import { join } from 'node:path';
import { heapFlags } from './heap-flags.ts';
import {
  aliveTimeoutMs,
  type ChildSpec,
  freePort,
  loopback,
  serverEnvironment,
  systemDirectory,
  untilAnswered,
} from './servers/index.ts';
import { type ServiceName, tiers } from './service-list.ts';

// This cache saves every start about a fifth of a second of compiling.
const compileCache = join(systemDirectory, 'compile-cache');
/** How long a service may take until it is ready. */
const readyTimeoutMs = 60_000;

/** Resolves when a loopback URL answers with a success within the time (ms). */
export const answersOk = (port: number | undefined, path: string, timeout = 2_000): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = get({ host: loopback, port, path, timeout }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      status >= 200 && status < 300 ? resolve() : reject(new Error(`${path} answers ${status}`));
    });
    request.on('timeout', () => request.destroy(new Error(`${path} does not answer`)));
    request.on('error', reject);
  });

interface NodeService {
  readonly role: ServiceName;
  readonly script: string;
  /** Called before every start. */
  readonly environment: () => Record<string, string>;
  /** The port of the gateway's HTTP server. */
  readonly preferredPort?: number | undefined;
}

/** A service as a child of the supervisor: its compiled program run by Node directly, so that its pid is the service itself. */
export const nodeService = ({ role, script, environment, preferredPort }: NodeService): ChildSpec => {
  const isGateway = role === 'gateway';
  let healthPort: number | undefined;
  let httpPort = preferredPort;
  const ports = () => (isGateway ? { gateway: httpPort, gatewayHealth: healthPort } : { [role]: healthPort });
  return {
    role,
    tier: isGateway ? tiers.gateway : tiers.service,
    stopSignal: 'SIGTERM',
    ports: () =>
      Object.fromEntries(Object.entries(ports()).flatMap(([name, port]) => (port === undefined ? [] : [[name, port]]))),
    launch: async ({ wasReady }) => {
      healthPort = await freePort(healthPort);
      // The address that people and browsers know must not change under them.
      if (isGateway && !wasReady) httpPort = await freePort(httpPort);
      const listening = {
        HEALTH_PORT: String(healthPort),
        ...(isGateway ? { HOST: loopback, PORT: String(httpPort) } : {}),
      };
      return {
        command: process.execPath,
        args: [...heapFlags(role), '--enable-source-maps', script],
        env: serverEnvironment({ NODE_COMPILE_CACHE: compileCache, ...environment(), ...listening }),
      };
    },
    ready: (signal) =>
      untilAnswered(() => answersOk(healthPort, '/health/ready'), { signal, timeoutMs: readyTimeoutMs, what: role }),
    alive: () => answersOk(healthPort, '/health/live', aliveTimeoutMs),
  };
};
