import { identityRpc } from '@hearsay/contracts';
import { gradientPresets } from '@hearsay/game-rules';
import type { SeedCalls } from './calls.ts';
import { profiles } from './profiles.ts';

/** People settle in: what they chose comes last, because auras want levels that identity has heard of. */
export const writeProfiles = async (
  calls: SeedCalls,
  options: { ids: ReadonlyMap<string, string>; now: string },
): Promise<void> => {
  const { ids, now } = options;
  await Promise.all(
    profiles.map(({ key, gradient, aura, link, whoMayAsk, hidesActivity }) => {
      const preset = gradientPresets.find(({ name }) => name === gradient);
      if (gradient !== undefined && !preset) throw new Error(`There is no gradient ${gradient}`);
      const profile = {
        ...(preset && { gradientColors: preset.classes }),
        ...(aura && { aura }),
        ...(link && { profileLink: link }),
        ...(whoMayAsk && { whoMayAsk }),
        ...(hidesActivity && { showActivity: false }),
      };
      return calls.call(identityRpc.changeProfile, profile, { accountId: ids.get(key)!, now, key: `profile ${key}` });
    }),
  );
};
