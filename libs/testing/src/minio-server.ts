import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binary, freePort, loopback, untilAnswered } from '@hearsay/infra/servers';

const user = { MINIO_ROOT_USER: 'hearsay-tests', MINIO_ROOT_PASSWORD: 'not-a-secret', MINIO_BROWSER: 'off' };

export const startMinio = async (binary: Binary) => {
  const directory = mkdtempSync(join(tmpdir(), 'hearsay-test-minio-'));
  const address = `${loopback}:${await freePort()}`;
  const args = ['server', directory, '--address', address, '--console-address', `${loopback}:0`];
  const env = { ...process.env, ...binary.env, ...user };
  const running = spawn(binary.path, args, { stdio: 'ignore', env });
  const isReady = async () => {
    const { ok } = await fetch(`http://${address}/minio/health/ready`);
    if (!ok) throw new Error('MinIO is not ready');
  };
  await untilAnswered(isReady, { what: 'MinIO' });
  return {
    url: (bucket: string) => `s3://${user.MINIO_ROOT_USER}:${user.MINIO_ROOT_PASSWORD}@${address}/${bucket}?tls=off`,
    async stop(): Promise<void> {
      running.kill('SIGKILL');
      await once(running, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
