import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { upload } from './upload.ts';

describe('an upload of the seed', () => {
  let server: Server;
  let asked: string[];
  let answers: number[];

  beforeEach(async () => {
    [asked, answers] = [[], []];
    server = createServer((request, response) => {
      const { method = '' } = request.resume();
      asked.push(method);
      const status = answers.shift() ?? (method === 'POST' ? 201 : 204);
      response.writeHead(status, { location: `/api/uploads/${asked.length}` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  const send = () => upload(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token', 'night.mp3');

  it('starts again if a machine is too busy', async () => {
    answers = [503, 201, 503];
    expect(await send()).toBe('4');
    expect(asked).toEqual(['POST', 'POST', 'PATCH', 'POST', 'PATCH']);
  });

  it('is not repeated if it is refused', async () => {
    answers = [201, 409];
    await expect(send()).rejects.toThrow('answers 409');
    expect(asked).toEqual(['POST', 'PATCH']);
  });
});
