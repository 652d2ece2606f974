import * as z from 'zod/mini';
import { limits } from './limits.js';
import { AnonymousAsksSetting, Aura, WhoMayAsk } from './people.js';
import { described, Instant } from './primitives.js';
import { optionalText } from './written-text.js';

/** The body of a PATCH of the profile. The answer has the same fields. */
export const ActivityVisibility = z.object({ showActivity: z.boolean() });
export const AmbassadorVisibility = z.object({ hideAmbassadorTitle: z.boolean() });
export const ProfileLinkBody = z.object({
  profileLink: optionalText(limits.profileLink, `At most ${limits.profileLink} characters`),
});
/** Matches addresses with a scheme, `www.` or a path, and host names under common top-level domains. */
const address =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\/|[\p{L}\p{N}]\.(?:com|net|org|info|biz|app|dev|xyz|link|site|online|shop|[a-z]{2})(?![\p{L}\p{N}._-])/iu;
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

/** One line without links. Null, an empty text, or a text of invisible characters removes the invitation. */
export const InvitationBody = z.object({
  invitation: optionalText(limits.invitation, `At most ${limits.invitation} characters`).check(
    z.refine((words) => words === null || !lineBreak.test(words), 'One line only'),
    z.refine((words) => words === null || !address.test(words.normalize('NFKC')), 'No links here'),
  ),
});
export const Invitation = z.object({ invitation: z.nullable(z.string()) });
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

const asks = {
  whoMayAsk: WhoMayAsk,
  anonymousAsks: AnonymousAsksSetting,
  anonymousAsksOffUntil: described(z.nullable(Instant), {
    description: `An instant within ${limits.anonymousAsksOffDays} days turns anonymous asks off until then`,
  }),
};
/** The changed settings. If `anonymousAsks` or `anonymousAsksOffUntil` has changed, the answer has both fields. */
export const AskSettings = /* @__PURE__ */ z.partial(/* @__PURE__ */ z.object(asks));
/** Absent fields are unchanged. `anonymousAsks: 'off'` without `anonymousAsksOffUntil` has no end. */
export const AskSettingsBody = /* @__PURE__ */ AskSettings.check(
  /* @__PURE__ */ z.refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['whoMayAsk'],
    error: 'Please choose who may ask',
  }),
);
