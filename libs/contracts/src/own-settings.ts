import * as z from 'zod/mini';
import { limits } from './limits.js';
import { Aura, NotificationPreferences, WhoMayAsk } from './people.js';
import { described } from './primitives.js';
import { optionalText } from './written-text.js';

/** A PATCH of a profile returns the fields that it changes. */
export const ShowActivity = z.object({ showActivity: z.boolean() });
export const AmbassadorVisibility = z.object({ hideAmbassadorTitle: z.boolean() });
export const ProfileLinkBody = z.object({
  profileLink: optionalText(limits.profileLink, `At most ${limits.profileLink} characters`),
});
export const ProfileLink = z.object({ profileLink: z.nullable(z.string()) });
export const GradientColors = z.object({
  gradientColors: described(z.string().check(z.maxLength(200)), {
    description: 'One of the presets of the settings page',
  }),
});
/** A data URL, an http(s) URL or `/api/uploads/{id}`; null or blank removes the picture. */
export const ProfileImageBody = z.object({
  profileImage: described(z.nullable(z.string().check(z.trim())), {
    description:
      'A data URL of at most 2 MB, an http(s) address, or `/api/uploads/{id}`; null or blank removes the picture',
  }),
});
export const ProfileImage = z.object({ profileImage: z.nullable(z.string()) });
export const AuraChoice = z.object({ aura: Aura });
export const WhoMayAskChoice = z.object({ whoMayAsk: WhoMayAsk });
export const NotificationPreferencesBody = z.partial(NotificationPreferences);
