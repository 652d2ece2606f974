import { get } from 'node:http';
import { join } from 'node:path';
import { type ChildSpec, freePort, loopback, serverEnvironment, systemDirectory, untilAnswered } from '@hearsay/local-servers';
import { type ServiceName, tiers } from './service-list.ts';

// This cache saves every start about a fifth of a second of compiling.
const compileCache = join(systemDirectory, 'compile-cache');
/**
 * The old space of the gateway's heap, in megabytes: half of what its container may take, as V8 chooses by itself there. On a large machine it would let
 * garbage grow to gigabytes before it collects it.
 */
const gatewayHeap = 384;
/** A half of its young generation, in megabytes: V8's own choice grew the process by 60 more in a flood of reads, and brought nothing. */
const gatewayYoungHalf = 32;
/**
 * Collects garbage on the thread that made it. The threads that V8 has for it by itself, four for each service, take both cores of a small machine
 * for a tenth of a second, while whoever boosts waits (docs/decisions/0038-garbage-on-one-thread.md).
 */
const oneThreadCollects = '--single-threaded-gc';
/** How long a service may take until it is ready. */
const readyTimeoutMs = 60_000;

/** Resolves when a loopback URL answers with a success. */
export const answersOk = (port: number | undefined, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = get({ host: loopback, port, path, timeout: 2_000 }, (response) => {
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
    ports: () => Object.fromEntries(Object.entries(ports()).flatMap(([name, port]) => (port === undefined ? [] : [[name, port]]))),
    launch: async ({ wasReady }) => {
      healthPort = await freePort(healthPort);
      // The address that people and browsers know must not change under them.
      if (isGateway && !wasReady) httpPort = await freePort(httpPort);
      const listening = { HEALTH_PORT: String(healthPort), ...(isGateway ? { HOST: loopback, PORT: String(httpPort) } : {}) };
      return {
        command: process.execPath,
        args: [
          oneThreadCollects,
          ...(isGateway ? [`--max-old-space-size=${gatewayHeap}`, `--max-semi-space-size=${gatewayYoungHalf}`] : []),
          '--enable-source-maps',
          script,
        ],
        env: serverEnvironment({ NODE_COMPILE_CACHE: compileCache, ...environment(), ...listening }),
      };
    },
    ready: (signal) => untilAnswered(() => answersOk(healthPort, '/health/ready'), { signal, timeoutMs: readyTimeoutMs, what: role }),
  };
};
