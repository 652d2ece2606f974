import { XpRule } from '@hearsay/contracts';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { optionalList, redisUrl, sealSettings, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

/** Maximum sum per person, rule and UTC day. Null means no cap. */
export type DailyCaps = Readonly<Record<XpRule, number | null>>;

const cap = /^([a-z-]+)=(\d+|none)$/;

/** Parses `boost-given=500,boost-received=none`. Absent rules keep their default. */
const dailyCaps = optionalList.transform((items, context): DailyCaps => {
  const caps: Record<XpRule, number | null> = { ...defaultDailyCaps };
  for (const item of items) {
    const [, name, value] = cap.exec(item) ?? [];
    const rule = XpRule.safeParse(name);
    if (rule.success) caps[rule.data] = value === 'none' ? null : Number(value);
    else context.addIssue({ code: 'custom', message: `${item} is not RULE=NUMBER or RULE=none` });
  }
  return caps;
});

const maxIntervalSeconds = 24 * 3600;

export const GamificationConfig = z.object({
  ...serviceSettings,
  ...sealSettings,
  REDIS_URL: redisUrl.describe('Redis of the jobs.'),
  ANONYMOUS_XP_POOL_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxIntervalSeconds)
    .default(1800)
    .describe(
      'Seconds between two pools that pay XP of anonymous posts, at multiples of the clock; 0 = at once, for tests and seeds.',
    ),
  DAILY_XP_CAPS: dailyCaps.describe(
    'Caps per person, rule and day, as `boost-given=500,answer-given=none`. Other rules keep their default.',
  ),
});
export type GamificationConfig = z.output<typeof GamificationConfig>;
