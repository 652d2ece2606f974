import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createLogger } from './logger.js';
import { type ServerName, ServerRefusal } from './server-refusals.js';
import { ServerWatch } from './server-watch.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a refusal is logged when it begins, each minute, and when it ends', async () => {
  const log = createLogger({ service: 'of-the-test', level: 'silent' });
  const lines: string[] = [];
  log.warn = (_details: object, text?: string) => void lines.push(String(text));
  log.info = log.warn;
  const servers = new ServerWatch(log);
  let refusal: Error | undefined;
  const check = () => (refusal ? Promise.reject(refusal) : Promise.resolve());
  const watched = { server: 'Redis', isNeeded: false, meanwhile: 'jobs wait', check } as const;
  servers.add(watched);
  servers.add({ ...watched });
  await jest.advanceTimersByTimeAsync(30_000);
  expect(lines).toEqual([]);
  refusal = new Error('OOM command not allowed');
  await jest.advanceTimersByTimeAsync(59_000);
  const told = 'Redis at REDIS_URL refuses: OOM command not allowed. Raise maxmemory. Meanwhile jobs wait.';
  expect(lines.splice(0)).toEqual([told]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(lines.splice(0)).toEqual([told]);
  refusal = undefined;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual(['Redis works again']);
  servers.stop();
});

/** [server, its error, part of the line] */
it.each<[ServerName, { code?: string; message: string }, string]>([
  [
    'PostgreSQL',
    { code: '28P01', message: 'password authentication failed for user "content"' },
    'Check user, password and database',
  ],
  ['PostgreSQL', { code: '53300', message: 'sorry, too many clients already' }, 'lower DATABASE_POOL_SIZE'],
  [
    'PostgreSQL',
    { code: '08P01', message: 'unsupported startup parameter: options' },
    'docs/containers.md for poolers',
  ],
  ['PostgreSQL', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' }, 'Check that it runs'],
  ['NATS', { message: "'Authorization Violation'" }, 'Check NATS_USER'],
  ['NATS', { code: '10039', message: 'jetstream not enabled for account' }, 'Switch JetStream on'],
  ['NATS', { code: 'ENOENT', message: "ENOENT: no such file or directory, open '/ca.pem'" }, 'Check NATS_CA'],
  ['Redis', { message: 'MOVED 866 127.0.0.1:7001' }, 'without cluster mode'],
  ['Redis', { message: 'MISCONF Redis is configured to save RDB snapshots' }, 'disk of Redis'],
  ['Redis', { message: 'self-signed certificate in certificate chain' }, 'NODE_EXTRA_CA_CERTS'],
  [
    'The media store',
    { code: 'SignatureDoesNotMatch', message: 'The request signature we calculated' },
    'Check key and secret',
  ],
  ['The media store', { code: 'RequestTimeTooSkewed', message: 'The difference is too large' }, 'Set the clocks right'],
  ['The media store', { code: 'AuthorizationHeaderMalformed', message: 'expecting eu-1' }, 'Add ?region=NAME'],
  ['The media store', { code: 'EPROTO', message: 'wrong version number' }, 'Add ?tls=off'],
  ['The media store', { code: 'AccessDenied', message: 'Access Denied.' }, 'Allow this key'],
  [
    'The media store',
    { message: 'cannot reach s3://key:word@store/bucket\nat line 1' },
    'cannot reach s3://store/bucket at line 1.',
  ],
])('%s that says %p is logged with the remedy', (server, { code, message }, expected) => {
  const cause = Object.assign(new Error(message), code !== undefined && { code });
  const line = new ServerRefusal(server, cause).message;
  expect(line).toContain(expected);
  expect(line).toContain(code ?? message.slice(0, 6));
  expect(line).toMatch(/ at (DATABASE|NATS|REDIS|MEDIA)_URL refuses: [^\n]*$/);
});
