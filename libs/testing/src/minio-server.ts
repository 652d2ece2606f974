import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binary, freePort, loopback, untilAnswered } from '@hearsay/infra/servers';

const accessKey = 'hearsay-tests';
const secretKey = 'not-a-secret';

export class TestMinioServer {
  readonly #process: ChildProcess;
  readonly #directory: string;
  readonly #port: number;

  private constructor(running: ChildProcess, directory: string, port: number) {
    this.#process = running;
    this.#directory = directory;
    this.#port = port;
  }

  static async start(binary: Binary): Promise<TestMinioServer> {
    const directory = mkdtempSync(join(tmpdir(), 'hearsay-test-minio-'));
    const port = await freePort();
    const running = spawn(
      binary.path,
      ['server', directory, '--address', `${loopback}:${port}`, '--console-address', `${loopback}:0`],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          ...binary.env,
          MINIO_ROOT_USER: accessKey,
          MINIO_ROOT_PASSWORD: secretKey,
          MINIO_BROWSER: 'off',
        },
      },
    );
    await untilAnswered(
      async () => {
        const { ok } = await fetch(`http://${loopback}:${port}/minio/health/ready`);
        if (!ok) throw new Error('MinIO is not ready');
      },
      { what: 'MinIO' },
    );
    return new TestMinioServer(running, directory, port);
  }

  get pid(): number {
    return this.#process.pid!;
  }

  url(bucket: string): string {
    return `s3://${accessKey}:${secretKey}@${loopback}:${this.#port}/${bucket}?tls=off`;
  }

  async dispose(): Promise<void> {
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
