import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

describe('the web app at the gateway', () => {
  let gateway: GatewayUnderTest;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearsay-web-'));
    const root = join(folder, 'dist');
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'not for the web');
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Hearsay</title>');
    await writeFile(join(root, 'assets', 'app-1a2b.js'), 'export {}');
    for (const [ending, pack] of [
      ['br', brotliCompressSync],
      ['gz', gzipSync],
    ] as const)
      await writeFile(join(root, 'assets', `app-1a2b.js.${ending}`), pack('export {}'));
    await writeFile(join(root, 'sw.js'), 'self');
    gateway = await GatewayUnderTest.start({ WEB_ROOT: root });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const page = (path: string) => gateway.ask('GET', path, { headers: { accept: 'text/html' } });

  it('serves hashed files as immutable and others for revalidation', async () => {
    const asset = await gateway.ask('GET', '/assets/app-1a2b.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toContain('javascript');
    expect((await gateway.ask('GET', '/sw.js')).headers.get('cache-control')).toBe('no-cache');
  });

  it('serves compressed files of the build, each with its own validator', async () => {
    const asset = async (coding: string) => {
      const answer = await gateway.ask('GET', '/assets/app-1a2b.js', { headers: { 'accept-encoding': coding } });
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      return {
        status: answer.status,
        text: answer.text,
        coding: answer.headers.get('content-encoding'),
        etag: answer.headers.get('etag'),
      };
    };
    const [br, gz, plain] = [await asset('gzip, deflate, br'), await asset('gzip'), await asset('identity')];
    expect([br, gz, plain].map(({ status, text, coding }) => [status, text, coding])).toEqual([
      [200, 'export {}', 'br'],
      [200, 'export {}', 'gzip'],
      [200, 'export {}', null],
    ]);
    expect(new Set([br.etag, gz.etag, plain.etag]).size).toBe(3);
    expect(
      (await gateway.ask('GET', '/sw.js', { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding'),
    ).toBeNull();
  });

  it('never answers the page for missing files, the API or the socket', async () => {
    for (const path of ['/assets/gone.js', '/gone.png', '/api/nothing', '/api', '/ws/more']) {
      expect(await gateway.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await page('/api/nothing')).status).toBe(404);
    expect((await page('/assets/gone.js')).status).toBe(404);
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%00', '/%zz'])(
    'serves no file outside of its folder for %s',
    async (path) => {
      expect((await gateway.ask('GET', path)).text).not.toContain('not for the web');
    },
  );

  it('forbids foreign scripts, frames and sniffing', async () => {
    const { headers } = await page('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob:;");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${gateway.gateway.port}`);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await gateway.ask('GET', '/api/feed?followersOnly=true')).headers.get('content-security-policy')).toContain(
      "default-src 'none'",
    );
  });
});
