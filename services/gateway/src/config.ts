import { processSettings, secretKey } from '@hearsay/service-runtime';
import { z } from 'zod';
import { type LimitName, limitNames, limitPresets, parseLimit } from './access/limit-rules.js';

const limitOverrides = Object.fromEntries(
  limitNames.map((name) => [
    `RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`,
    z
      .string()
      .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, 'must be COUNT/SECONDS, like 20/60')
      .optional(),
  ]),
);

const wholeNumber = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback);

/** The gateway's environment. Limits: a preset by RATE_LIMITS, single rules by `RATE_LIMIT_<RULE>=COUNT/SECONDS`. */
export const gatewayConfig = z
  .object({
    ...processSettings,
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65535),
    REDIS_URL: z.url(),
    WEB_ROOT: z.string().default(''),
    RATE_LIMITS: z.enum(['development', 'strict']).optional(),
    /** Whose X-Forwarded-* headers are believed: addresses, ranges or `loopback`, comma separated. */
    TRUSTED_PROXIES: z.string().default('loopback'),
    /** Whether browsers come by TLS: as the connection or X-Forwarded-Proto of a trusted proxy says, or always. */
    TLS: z.enum(['by-request', 'always']).default('by-request'),
    /** 32 bytes in base64. Signs the cookies by which browsers that signed in before are known; a new one makes them strangers again. */
    KNOWN_BROWSER_SECRET: secretKey,
    SOCKETS_PER_ADDRESS: wholeNumber(20_000),
    SOCKETS_PER_ACCOUNT: wholeNumber(1000),
    ROOMS_PER_SOCKET: wholeNumber(50),
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
    return { ...environment, limits };
  });

export type GatewayConfig = z.output<typeof gatewayConfig>;

export const trustedProxies = (config: Pick<GatewayConfig, 'TRUSTED_PROXIES'>): string[] =>
  config.TRUSTED_PROXIES.split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '');
