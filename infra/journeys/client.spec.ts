import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from './client.ts';

describe('the client of the journeys, where a machine is too busy', () => {
  let server: Server;
  let client: Client;
  const asked: IncomingMessage['headers'][] = [];
  /** What is answered one after the other; then 200. */
  let answers: { status: number; headers?: Record<string, string> }[];

  beforeEach(async () => {
    asked.length = 0;
    server = createServer((request, response) => {
      asked.push(request.headers);
      const { status, headers } = answers.shift() ?? { status: 200 };
      response.writeHead(status, headers).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    answers = [later, later];
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const later = { status: 503, headers: { 'retry-after': '1' } };

  it('asks again what is answered later, and acts under one key', async () => {
    await client.expect('GET', '/api/feed');
    expect(asked).toHaveLength(3);
    answers = [later, later];
    expect((await client.call('POST', '/api/questions', { body: {} })).status).toBe(200);
    const keys = asked.slice(3).map((headers) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/./);
    expect(new Set(keys).size).toBe(1);
  });

  it('does not act twice without a key, and takes a 503 that names no time for what it is', async () => {
    expect((await client.call('POST', '/api/uploads', { key: null })).status).toBe(503);
    expect(asked[0]).not.toHaveProperty('idempotency-key');
    answers = [{ status: 503 }];
    await expect(client.get('/api/feed')).rejects.toThrow('GET /api/feed answered 503');
    expect(asked).toHaveLength(2);
  });

  it('asks once what is about a 503', async () => {
    expect((await client.attempt('POST', '/api/questions', { body: {} })).status).toBe(503);
    expect(asked).toHaveLength(1);
  });
});
