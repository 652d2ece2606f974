import { mediaSettings } from '@hearsay/media-store';
import { listWithDefault, port, processSettings, publicUrl, redisUrl, secretKey } from '@hearsay/service-runtime';
import { z } from 'zod';
import { concurrencyPresets, type LimitName, limitNames, limitPresets, parseLimit } from './access/limit-rules.js';

const limitOverrides = Object.fromEntries(
  limitNames.map((name) => [
    `RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`,
    z
      .string()
      .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, 'must be COUNT/SECONDS, like 20/60')
      .optional()
      .describe(`Replaces the preset's \`${name}\`: COUNT/SECONDS, like 20/60.`),
  ]),
);

const someNumber = z.coerce.number().int().min(1).max(1_000_000);
const wholeNumber = (fallback: number, description: string) => someNumber.default(fallback).describe(description);

const optionalNumber = (description: string) => someNumber.optional().describe(description);

/** RATE_LIMITS chooses a preset of limits, and `RATE_LIMIT_<RULE>=COUNT/SECONDS` replaces one rule. */
export const GatewayConfig = z
  .object({
    ...processSettings,
    ...mediaSettings,
    HOST: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('Address on which the gateway listens: loopback, or `0.0.0.0` inside a container.'),
    PORT: port.describe('Port on which the gateway listens; 0 = any free one.'),
    REDIS_URL: redisUrl.describe(
      'Redis of the rate limits; all gateways share it. `redis://USER:PASSWORD@HOST:PORT`, or through Sentinel (docs/operations/availability.md).',
    ),
    WEB_ROOT: z.string().default('').describe('Folder of the built web app; empty = another server serves it.'),
    RATE_LIMITS: z
      .enum(['development', 'strict'])
      .optional()
      .describe(
        'Preset of all limits. Without it production has `strict`. Everything else has `development`, which no person and no test reaches.',
      ),
    BODY_TIMEOUT_MS: wholeNumber(
      30_000,
      'Milliseconds within which the headers of a request must arrive, and then its body. Uploads may take longer.',
    ),
    TRUSTED_PROXIES: listWithDefault('loopback').describe(
      'Proxies with trusted X-Forwarded-* and Forwarded headers: addresses, ranges or `loopback`, separated by commas.',
    ),
    PUBLIC_URL: publicUrl,
    TLS: z
      .enum(['by-request', 'always'])
      .default('by-request')
      .describe('Browsers use TLS as the connection or X-Forwarded-Proto of a trusted proxy says, or always.'),
    KNOWN_BROWSER_SECRET: secretKey.describe(
      '32 bytes in base64. Signs the cookies of known browsers; with a new secret they are unknown again.',
    ),
    TRANSFER_WINDOW_SECONDS: wholeNumber(
      60,
      'Seconds in which a client must send or take TRANSFER_WINDOW_BYTES of an upload or a sound.',
    ),
    TRANSFER_WINDOW_BYTES: wholeNumber(
      65_536,
      'Bytes that a client must move in each window. A slower transfer is cut and can be resumed.',
    ),
    UPLOADS_PER_ADDRESS: optionalNumber(
      'Uploads that one address may send at once; without it 8 where limits are strict, else 32.',
    ),
    PLAYS_PER_ACCOUNT: optionalNumber(
      'Answers with sound that one account may receive at once; without it 8 where limits are strict, else 100.',
    ),
    PLAYS_PER_ADDRESS: optionalNumber(
      'Answers with sound that one address may receive at once; without it 64 where limits are strict, else 256.',
    ),
    VISITOR_CALLS_PER_SERVICE: wholeNumber(
      2,
      'Calls for visitors that one gateway makes to one service at once. Further ones wait, so that a flood of reads does not stop writes.',
    ),
    SOCKETS_PER_ADDRESS: optionalNumber(
      'Sockets that one address may have open; without it 256 where limits are strict, else 20,000.',
    ),
    SOCKETS_PER_ACCOUNT: optionalNumber(
      'Sockets that one account may have open; without it 32 where limits are strict, else 1,000.',
    ),
    SOCKETS_PER_PROCESS: optionalNumber(
      'Sockets that one gateway holds, if its file limit (`ulimit -n`) leaves room for them; without it 50,000 at most.',
    ),
    SOCKET_SLOW_SECONDS: wholeNumber(10, 'Seconds for which a slow socket is skipped before it is closed.'),
    SOCKET_HEARTBEAT_SECONDS: wholeNumber(
      30,
      'Seconds between two pings of every socket; one that has not answered the last is cut off.',
    ),
    SOCKET_CLOSE_MS: wholeNumber(
      1000,
      'Milliseconds within which a peer answers the close of its socket before it is cut off.',
    ),
    PAGE_WAIT_MS: wholeNumber(
      1500,
      'Milliseconds for which a page of the web app waits for its title and description. Then it is sent without them.',
    ),
    ROOMS_PER_SOCKET: wholeNumber(50, 'Questions that one socket may watch.'),
    ROOMS_PER_PROCESS: wholeNumber(20_000, 'Questions that may be watched at one gateway.'),
    SOCKET_MB_PER_ADDRESS: wholeNumber(32, 'Megabytes that may wait for the sockets of one address to read them.'),
    SOCKET_MB_PER_PROCESS: wholeNumber(128, 'Megabytes that may wait for all sockets of one gateway to read them.'),
    ...limitOverrides,
  })
  .transform((environment) => {
    const preset = environment.RATE_LIMITS ?? (environment.NODE_ENV === 'production' ? 'strict' : 'development');
    const limits = { ...limitPresets[preset] };
    const overrides = environment as Record<string, unknown>;
    for (const name of limitNames) {
      const override = overrides[`RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`];
      if (typeof override === 'string') limits[name as LimitName] = parseLimit(override);
    }
    return { ...concurrencyPresets[preset], ...environment, limits };
  });

export type GatewayConfig = z.output<typeof GatewayConfig>;
