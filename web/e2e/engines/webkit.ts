import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../infra/local/servers/ports.ts';
import { systemPython } from './installed.ts';
import type { Engine } from './screen.ts';

const host = fileURLToPath(new URL('./webkit-host.py', import.meta.url));

/** WebKitGTK over WebDriver (w3.org/TR/webdriver2), on a virtual screen. Each page has its own session. */
export const startWebKit = async () => {
  const port = await freePort();
  const args = ['-a', '-s', '-screen 0 800x1000x24', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('xvfb-run', args, { stdio: 'ignore', detached: true });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  while (driver.exitCode === null && !(await call('GET', '/status').catch(() => false))) await pause(50);
  return {
    open: () => openSession(call),
    stop: async () => void process.kill(-driver.pid!),
  };
};

/** Runs in the page. Forces new frames, because a screenshot waits for a frame that a still page never draws. */
const flicker = (): void => {
  document.documentElement.animate({ outlineColor: ['gray', 'white'] }, { duration: 1000, iterations: Infinity });
};

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

const openSession = async (call: Call): Promise<Engine> => {
  const browserOptions = { binary: systemPython, args: [host] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
  const path = `/session/${sessionId}`;
  const elementOf = async (method: string, way: string, body?: object) =>
    `${path}/element/${Object.values((await call(method, `${path}/element${way}`, body)) as object)[0]}`;
  const evaluate = (expression: string) =>
    call('POST', `${path}/execute/sync`, { script: `return ${expression}`, args: [] });
  return {
    goto: async (url) => void (await call('POST', `${path}/url`, { url })),
    evaluate,
    press: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
      const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await call('POST', `${path}/actions`, { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
    type: async (text) => void (await call('POST', `${await elementOf('GET', '/active')}/value`, { text })),
    chooseFile: async (file) => {
      const field = await elementOf('POST', '', { using: 'css selector', value: 'input[type=file]' });
      await call('POST', `${field}/value`, { text: file });
    },
    screenshot: async (file) => {
      await evaluate(`(${flicker})()`);
      writeFileSync(file, Buffer.from((await call('GET', `${path}/screenshot`)) as string, 'base64'));
    },
    close: async () => void (await call('DELETE', path)),
  };
};
