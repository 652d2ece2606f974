import { get } from 'node:http';
import { join } from 'node:path';
import { systemDirectory } from './servers/binaries.mjs';
import { freePort, loopback } from './servers/free-port.mjs';
import { serverEnvironment } from './servers/server-environment.mjs';
import { untilAnswered } from './servers/tcp-answer.mjs';
import { tiers } from './service-list.mjs';

// Saves every start about a fifth of a second of compiling.
const compileCache = join(systemDirectory, 'compile-cache');
const readyTimeoutMs = 60_000;

/** Resolves when a loopback URL answers with a success. */
export const answersOk = (port, path) =>
  new Promise((resolve, reject) => {
    const request = get({ host: loopback, port, path, timeout: 2_000 }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      status >= 200 && status < 300 ? resolve(undefined) : reject(new Error(`${path} answers ${status}`));
    });
    request.on('timeout', () => request.destroy(new Error(`${path} does not answer`)));
    request.on('error', reject);
  });

/**
 * A service as a child of the supervisor: its compiled program run by Node directly, so that its pid is the service itself.
 * @param {object} options
 * @param {string} options.role
 * @param {string} options.script
 * @param {() => Record<string, string>} options.environment asked before every start
 * @param {number} [options.preferredPort] of the gateway's HTTP server
 */
export const nodeService = ({ role, script, environment, preferredPort }) => {
  const isGateway = role === 'gateway';
  let healthPort;
  let httpPort = preferredPort;
  return {
    role,
    tier: isGateway ? tiers.gateway : tiers.service,
    stopSignal: /** @type {const} */ ('SIGTERM'),
    ports: () => (isGateway ? { gateway: httpPort, gatewayHealth: healthPort } : { [role]: healthPort }),
    launch: async ({ wasReady }) => {
      healthPort = await freePort(healthPort);
      // The address that people and browsers know must not change under them.
      if (isGateway && !wasReady) httpPort = await freePort(httpPort);
      const ports = { HEALTH_PORT: String(healthPort), ...(isGateway ? { HOST: loopback, PORT: String(httpPort) } : {}) };
      return {
        command: process.execPath,
        args: ['--enable-source-maps', script],
        env: serverEnvironment({ NODE_COMPILE_CACHE: compileCache, ...environment(), ...ports }),
      };
    },
    ready: (signal) => untilAnswered(() => answersOk(healthPort, '/health/ready'), { signal, timeoutMs: readyTimeoutMs, what: role }),
  };
};
