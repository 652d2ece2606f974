import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BareMessage } from './bare-server.ts';

export const startBareServer = async () => {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [origin] = (await once(child, 'message')) as [string];
  return {
    origin,
    pid: child.pid!,
    say: async (message: BareMessage) => void child.send(message),
    answered: async () => Number(await (await fetch(`${origin}/answered`)).text()),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
