import {
  ActivityVisibility,
  AmbassadorVisibility,
  AskSettings,
  AskSettingsBody,
  AuraChoice,
  dataUrlLimits,
  GradientColors,
  Invitation,
  InvitationBody,
  identityRpc,
  NotificationPreferences,
  NotificationPreferencesBody,
  notificationRpc,
  ProfileImage,
  ProfileImageBody,
  ProfileLink,
  ProfileLinkBody,
  pictureKeyIn,
  Refusal,
  type RpcInput,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { z } from 'zod';
import { type Call, requireSelf, requireSignedIn, type WithBody, withNewDeadline } from '../http/call.js';
import { ApiController, ApiPatch } from '../http/route.js';
import { Pictures } from '../media/pictures.js';
import { People } from '../read/people.js';

const onlyOwn = 'You may change only your own profile';
/** A data URL encodes three bytes as four characters. */
const pictureBytes = Math.ceil((dataUrlLimits.profileImage * 4) / 3) + 1024;

const ofProfile = (summary: string, body: z.core.$ZodType, answer = body) => ({
  limit: 'profile-changes' as const,
  summary,
  body,
  answer,
});

@ApiController('api/users', 'Own profile')
export class OwnProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly pictures: Pictures,
  ) {}

  @ApiPatch(':id/activity', ofProfile('Show or hide what one has done', ActivityVisibility))
  activity({ call, params: { id } }: WithBody<typeof ActivityVisibility>) {
    return this.#change(id, call, call.body);
  }

  @ApiPatch(':id/ambassador-visibility', ofProfile('Show or hide the title of an ambassador', AmbassadorVisibility))
  ambassadorVisibility({ call, params: { id } }: WithBody<typeof AmbassadorVisibility>) {
    return this.#change(id, call, call.body);
  }

  @ApiPatch(
    ':id/profile-link',
    ofProfile('Set or remove the link of an ambassador or spotlight', ProfileLinkBody, ProfileLink),
  )
  profileLink({ call, params: { id } }: WithBody<typeof ProfileLinkBody>) {
    return this.#change(id, call, call.body);
  }

  /** An ambassador may remove another person's invitation, but not write one. */
  @ApiPatch(':id/invitation', {
    ...ofProfile('Set or remove the line that invites to ask; an ambassador removes that of others', InvitationBody),
    answer: Invitation,
    refusals: ['not_found'],
  })
  async invitation({ call, params: { id } }: WithBody<typeof InvitationBody>) {
    const { accountId, isAmbassador } = requireSignedIn(call);
    const { invitation } = call.body;
    if (id === accountId || !isAmbassador || invitation !== null) return this.#change(id, call, { invitation });
    await this.rpc.call(identityRpc.removeInvitation, { accountId: id }, call.context);
    this.people.forget(id);
    return { invitation };
  }

  @ApiPatch(':id/gradient-colors', ofProfile('Choose one of the gradients', GradientColors))
  gradientColors({ call, params: { id } }: WithBody<typeof GradientColors>) {
    return this.#change(id, call, call.body);
  }

  @ApiPatch(':id/profile-image', {
    ...ofProfile(
      'Set or remove the picture: a data URL, a finished upload, or an http(s) address that is fetched once',
      ProfileImageBody,
      ProfileImage,
    ),
    bodyLimit: pictureBytes,
    tooLargeText: 'This is too large for one request; upload pictures at /api/uploads',
    refusals: ['conflict'],
  })
  async profileImage({ call, params: { id } }: WithBody<typeof ProfileImageBody>) {
    const given = call.body.profileImage;
    requireSelf(id, call, onlyOwn);
    const before = await this.people.person(id, call.context);
    // The client sent the current address back, so nothing changes. `addressOf` would refuse this address.
    if (given !== null && pictureKeyIn(given) !== null && given === before?.profileImage)
      return { profileImage: given };
    const profileImage = given === null || given === '' ? null : await this.pictures.addressOf(given, call.context);
    const isNew = profileImage !== before?.profileImage;
    const changing = { ...call, context: withNewDeadline(call.context) };
    await this.pictures.removeIfRefused(isNew ? profileImage : null, () =>
      this.#change(id, changing, { profileImage }),
    );
    if (before && isNew) await this.#removeUnless(id, changing, [before.profileImage, profileImage]);
    return { profileImage };
  }

  @ApiPatch(':id/aura', ofProfile('Choose an aura that one has unlocked', AuraChoice))
  aura({ call, params: { id } }: WithBody<typeof AuraChoice>) {
    return this.#change(id, call, call.body);
  }

  @ApiPatch(
    ':id/who-may-ask',
    ofProfile('Choose who may ask one questions, and whether also anonymously', AskSettingsBody, AskSettings),
  )
  async whoMayAsk({ call, params: { id } }: WithBody<typeof AskSettingsBody>): Promise<z.infer<typeof AskSettings>> {
    const change = await this.#change(id, call, call.body);
    if (change.anonymousAsks === undefined && change.anonymousAsksOffUntil === undefined) return change;
    const person = await this.people.person(id, call.context);
    if (!person) throw new Refusal('not_found', 'User not found');
    const { anonymousAsks, anonymousAsksOffUntil } = person;
    return { ...change, anonymousAsks, anonymousAsksOffUntil };
  }

  @ApiPatch(
    ':id/notification-preferences',
    ofProfile('Turn kinds of notifications on or off', NotificationPreferencesBody, NotificationPreferences),
  )
  async notificationPreferences({ call, params: { id } }: WithBody<typeof NotificationPreferencesBody>) {
    requireSelf(id, call, onlyOwn);
    const { preferences } = await this.rpc.call(notificationRpc.setPreferences, call.body, call.context);
    return preferences;
  }

  /** Removes these pictures, but not the current one. After a repeated call, the current one may be a newer picture. */
  async #removeUnless(id: string, { context }: Call, addresses: readonly (string | null)[]): Promise<void> {
    const person = await this.people.person(id, context);
    if (person)
      for (const address of addresses) if (address !== person.profileImage) await this.pictures.remove(address);
  }

  /** @throws Refusal `forbidden` for another person's account */
  async #change<Change extends RpcInput<typeof identityRpc.changeProfile>>(id: string, call: Call, change: Change) {
    requireSelf(id, call, onlyOwn);
    await this.rpc.call(identityRpc.changeProfile, change, call.context);
    this.people.forget(id);
    return change;
  }
}
