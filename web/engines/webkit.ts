import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { systemPython } from './installed.ts';
import type { Engine } from './screen.ts';

const host = fileURLToPath(new URL('./webkit-host.py', import.meta.url));
const lookEveryMs = 50;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

/** WebKitGTK over WebDriver (w3.org/TR/webdriver2), on a screen of its own. Each page is a session with its own cookies. */
export const startWebKit = async () => {
  const port = await freePort();
  const args = ['-a', '-s', '-screen 0 800x1000x24', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('xvfb-run', args, { stdio: 'ignore', detached: true });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  while (driver.exitCode === null && !(await call('GET', '/status').catch(() => false)))
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  return {
    open: () => openSession(call),
    stop: async () => {
      if (driver.pid !== undefined) process.kill(-driver.pid);
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, 'exit');
    },
  };
};

/** Runs in the page: a screenshot comes with the next frame, which a still page never draws. */
const flicker = (): void => {
  const dot = document.body.appendChild(document.createElement('i'));
  dot.style.cssText = 'position: fixed; top: 0; left: 0; width: 1px; height: 1px';
  setInterval(() => {
    dot.style.background = dot.style.background ? '' : 'gray';
  }, 16);
};

const openSession = async (call: (method: string, path: string, body?: object) => Promise<unknown>): Promise<Engine> => {
  const browserOptions = { binary: systemPython, args: [host] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
  const path = `/session/${sessionId}`;
  const act = (type: string, actions: object[]) => call('POST', `${path}/actions`, { actions: [{ type, id: type, actions }] });
  const evaluate = (expression: string) => call('POST', `${path}/execute/sync`, { script: `return ${expression}`, args: [] });
  return {
    goto: async (url) => void (await call('POST', `${path}/url`, { url })),
    evaluate,
    press: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
      await act('pointer', [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
    },
    type: async (text) => {
      await act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      );
    },
    chooseFile: async (file) => {
      const field = (await call('POST', `${path}/element`, { using: 'css selector', value: 'input[type=file]' })) as object;
      await call('POST', `${path}/element/${Object.values(field)[0]}/value`, { text: file });
    },
    screenshot: async (file) => {
      await evaluate(`(${flicker})()`);
      writeFileSync(file, Buffer.from((await call('GET', `${path}/screenshot`)) as string, 'base64'));
    },
    close: async () => void (await call('DELETE', path)),
  };
};
