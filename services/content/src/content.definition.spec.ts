import { createLogger, ServerWatch } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { content } from './content.definition.js';

type Dependencies = Parameters<typeof content.build>[0];
type Pipeline = Parameters<ReturnType<typeof content.build>['assemble']>[0];

it('at its start, the service logs in one line that the media store refuses it', async () => {
  const log = createLogger({ service: 'content', level: 'silent' });
  const told = new Promise<[object, string]>((resolve) => {
    log.warn = (details: object, text?: string) => resolve([details, String(text)]);
  });
  const servers = new ServerWatch(log);
  const config = { ...randomSealKeys(), MEDIA_URL: 's3://key:secret@127.0.0.1:1/media?tls=off', ERASE_AFTER_HOURS: 72 };
  content.build({ config, log, servers, metrics: {} } as unknown as Dependencies).assemble({} as Pipeline);
  const [details, text] = await told;
  expect(details).toEqual({ server: 'The media store', variable: 'MEDIA_URL', code: 'ECONNREFUSED' });
  expect(text).toMatch(
    /^The media store at MEDIA_URL refuses: ECONNREFUSED [^\n]*\. Meanwhile episodes and pictures are refused/,
  );
  servers.stop();
});
