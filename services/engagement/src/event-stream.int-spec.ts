import { serviceMigrations, startService } from '@hearsay/service-runtime';
import { connectTestNats, createTestDatabase, eventually, randomSealKeys, serviceConfig } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { engagement } from './engagement.definition.js';

it('a new or existing event stream gets the configured size limit', async () => {
  const database = await createTestDatabase({ schemas: serviceMigrations(engagement).map(({ sql }) => sql) });
  const config = { ...serviceConfig(database.url), ...randomSealKeys() };
  const connection = await connectTestNats();
  const settings = async () => {
    const answer = await connection.request(`$JS.API.STREAM.INFO.${config.SUBJECT_PREFIX}EVT_engagement`);
    return answer.json<{ config?: { max_bytes: number } }>().config;
  };
  for (const [changes, bytes] of [
    [{}, -1],
    [{ EVENT_STREAM_MAX_MB: 3 }, 3 * 1024 * 1024],
  ] as const) {
    const service = await startService(engagement, { ...config, ...changes });
    await eventually('the stream has its limit', async () => (await settings())?.max_bytes === bytes);
    expect(await settings()).toMatchObject({ num_replicas: 1, discard: 'new' });
    await service.stop();
  }
  await connection.close();
  await database.drop();
});
