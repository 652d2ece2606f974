import { join } from 'node:path';
import { heapFlags } from './heap-flags.ts';
import { systemDirectory } from './servers/packages.ts';
import { freePort, loopback, untilAnswered } from './servers/ports.ts';
import { serverEnvironment } from './servers/processes.ts';
import type { ChildSpec } from './servers/supervisor.ts';
import { type ServiceName, tiers } from './service-list.ts';

// Node keeps compiled JavaScript here between starts, which saves each start about a fifth of a second.
const compileCache = join(systemDirectory, 'compile-cache');

const answerWithinMs = 2_000;

export const checkAnswersOk = async (port: number, path: string): Promise<void> => {
  const signal = AbortSignal.timeout(answerWithinMs);
  const answer = await fetch(`http://${loopback}:${port}${path}`, { signal });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
};

interface NodeService {
  readonly role: string;
  readonly service: ServiceName;
  /** Called at each start. @returns the path of the program */
  readonly script: () => string;
  readonly environment: () => Record<string, string> | Promise<Record<string, string>>;
  readonly gatewayPort?: number | undefined;
}

/** Runs Node without npm or a shell, so that the child's pid is the service's own. */
export const nodeServiceSpec = ({ role, service, script, environment, gatewayPort }: NodeService): ChildSpec => {
  const isGateway = service === 'gateway';
  let healthPort = 0;
  let httpPort = gatewayPort;
  return {
    role,
    tier: isGateway ? tiers.gateway : tiers.service,
    stopSignal: 'SIGTERM',
    exitsWithSupervisor: true,
    ports: () => (isGateway ? { [role]: httpPort ?? 0, [`${role}Health`]: healthPort } : { [role]: healthPort }),
    launch: async ({ wasReady }) => {
      healthPort = await freePort(healthPort);
      // After its first answer the gateway keeps its port, because browsers know the address.
      if (isGateway && !wasReady) httpPort = await freePort(httpPort);
      const listening = {
        HEALTH_PORT: String(healthPort),
        ...(isGateway ? { HOST: loopback, PORT: String(httpPort) } : {}),
      };
      return {
        command: process.execPath,
        args: [...heapFlags(service), '--enable-source-maps', script()],
        env: serverEnvironment({ NODE_COMPILE_CACHE: compileCache, ...(await environment()), ...listening }),
      };
    },
    ready: (signal) => untilAnswered(() => checkAnswersOk(healthPort, '/health/ready'), { signal, what: role }),
  };
};
