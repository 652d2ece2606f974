import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { upload } from './uploads.ts';

describe('an upload of the seed, where a machine is too busy', () => {
  let server: Server;
  let kept: Buffer;
  let asked: string[];
  /** The next answers by method; then all is well. */
  let later: Record<string, number>;

  beforeEach(async () => {
    [kept, asked, later] = [Buffer.alloc(0), [], {}];
    server = createServer(async (request, response) => {
      const { method = '', headers } = request;
      asked.push(method);
      const body = await buffer(request);
      const isLater = (later[method] ?? 0) > 0;
      later[method] = (later[method] ?? 0) - 1;
      if (method === 'PATCH') {
        const isAtEnd = Number(headers['upload-offset']) === kept.length;
        if (!isAtEnd) return void response.writeHead(409).end();
        // A part of it has arrived all the same.
        kept = Buffer.concat([kept, isLater ? body.subarray(0, 3) : body]);
      }
      if (isLater) return void response.writeHead(503).end();
      if (method === 'POST') return void response.writeHead(201, { location: '/api/uploads/the-id' }).end();
      if (method === 'HEAD') return void response.writeHead(200, { 'upload-offset': String(kept.length) }).end();
      return void response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const send = () => {
    const bytes = new Uint8Array(Buffer.from('all of it'));
    const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return upload(gateway, { token: 't', filename: 'a.wav', filetype: 'audio/wav', bytes });
  };

  it('is begun again, and goes on behind what has arrived', async () => {
    later = { POST: 1, PATCH: 1, HEAD: 1 };
    expect(await send()).toBe('the-id');
    expect(kept.toString()).toBe('all of it');
    expect(asked).toEqual(['POST', 'POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH']);
  });

  it('that is refused is not sent again', async () => {
    kept = Buffer.from('somebody else’s');
    await expect(send()).rejects.toThrow('answers 409');
    expect(asked).toEqual(['POST', 'PATCH']);
  });
});
