import {
  AmbassadorVisibility,
  AuraChoice,
  dataUrlLimits,
  GradientColors,
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
  ShowActivity,
  WhoMayAskChoice,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Param, Req } from '@nestjs/common';
import { type Call, signedIn, type WithBody, withNewDeadline } from '../http/call.js';
import { ApiController, ApiPatch } from '../http/route.js';
import { Pictures } from '../media/pictures.js';
import { People } from '../read/people.js';

/** What all changes of the own profile have in common. */
const ownOnly = {
  limit: 'profile-changes',
} as const;

/** A data URL takes four characters for three bytes. */
const pictureBytes = Math.ceil((dataUrlLimits.profileImage * 4) / 3) + 1024;

/** Changes of one's own profile; each answers what it has changed. */
@ApiController('api/users', 'Own profile')
export class OwnProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly pictures: Pictures,
  ) {}

  @ApiPatch(':id/activity', {
    ...ownOnly,
    summary: 'Show or hide what one has done',
    body: ShowActivity,
    answer: ShowActivity,
  })
  async activity(@Param('id') id: string, @Req() { call }: WithBody<typeof ShowActivity>) {
    const { showActivity } = call.body;
    await this.#change(id, call, { showActivity });
    return { showActivity };
  }

  @ApiPatch(':id/ambassador-visibility', {
    ...ownOnly,
    summary: 'Show or hide the title of an ambassador',
    body: AmbassadorVisibility,
    answer: AmbassadorVisibility,
  })
  async ambassadorVisibility(@Param('id') id: string, @Req() { call }: WithBody<typeof AmbassadorVisibility>) {
    const { hideAmbassadorTitle } = call.body;
    await this.#change(id, call, { hideAmbassadorTitle });
    return { hideAmbassadorTitle };
  }

  @ApiPatch(':id/profile-link', {
    ...ownOnly,
    summary: 'Set or remove the link of an ambassador or spotlight',
    body: ProfileLinkBody,
    answer: ProfileLink,
  })
  async profileLink(@Param('id') id: string, @Req() { call }: WithBody<typeof ProfileLinkBody>) {
    const { profileLink } = call.body;
    await this.#change(id, call, { profileLink });
    return { profileLink };
  }

  @ApiPatch(':id/gradient-colors', {
    ...ownOnly,
    summary: 'Choose one of the gradients',
    body: GradientColors,
    answer: GradientColors,
  })
  async gradientColors(@Param('id') id: string, @Req() { call }: WithBody<typeof GradientColors>) {
    const { gradientColors } = call.body;
    await this.#change(id, call, { gradientColors });
    return { gradientColors };
  }

  @ApiPatch(':id/profile-image', {
    ...ownOnly,
    summary: 'Set or remove the picture: a data URL, a finished upload, or an http(s) address that is fetched once',
    body: ProfileImageBody,
    bodyLimit: pictureBytes,
    tooLargeText: 'This is too large for one request; upload pictures at /api/uploads',
    refusals: ['conflict'],
    answer: ProfileImage,
  })
  async profileImage(@Param('id') id: string, @Req() { call }: WithBody<typeof ProfileImageBody>) {
    const given = call.body.profileImage;
    mustBeOwn(id, call);
    const before = await this.people.person(id, call.context);
    // Sent back unchanged. Another person's address is no address of a picture elsewhere, and so is refused.
    if (given !== null && pictureKeyIn(given) !== null && given === before?.profileImage)
      return { profileImage: given };
    const profileImage = given === null || given === '' ? null : await this.pictures.addressOf(given, call.context);
    const isNew = profileImage !== before?.profileImage;
    const changing = { ...call, context: withNewDeadline(call.context) };
    await this.pictures.orRemove(isNew ? profileImage : null, () => this.#change(id, changing, { profileImage }));
    if (before && isNew) await this.#removeUnless(id, changing, [before.profileImage, profileImage]);
    return { profileImage };
  }

  @ApiPatch(':id/aura', {
    ...ownOnly,
    summary: 'Choose an aura that one has unlocked',
    body: AuraChoice,
    answer: AuraChoice,
  })
  async aura(@Param('id') id: string, @Req() { call }: WithBody<typeof AuraChoice>) {
    const { aura } = call.body;
    await this.#change(id, call, { aura });
    return { aura };
  }

  @ApiPatch(':id/who-may-ask', {
    ...ownOnly,
    summary: 'Choose who may ask one questions',
    body: WhoMayAskChoice,
    answer: WhoMayAskChoice,
  })
  async whoMayAsk(@Param('id') id: string, @Req() { call }: WithBody<typeof WhoMayAskChoice>) {
    const { whoMayAsk } = call.body;
    await this.#change(id, call, { whoMayAsk });
    return { whoMayAsk };
  }

  @ApiPatch(':id/notification-preferences', {
    ...ownOnly,
    summary: 'Turn kinds of notifications on or off',
    body: NotificationPreferencesBody,
    answer: NotificationPreferences,
  })
  async notificationPreferences(
    @Param('id') id: string,
    @Req() { call }: WithBody<typeof NotificationPreferencesBody>,
  ) {
    mustBeOwn(id, call);
    const { questionBoosts, newReplies, reposts } = call.body;
    const changes = {
      ...(questionBoosts !== undefined && { questionBoosts }),
      ...(newReplies !== undefined && { newReplies }),
      ...(reposts !== undefined && { reposts }),
    };
    const { preferences } = await this.rpc.call(notificationRpc.setPreferences, changes, call.context);
    return preferences;
  }

  /** Removes those pictures that the person does not show now. A repeat changes nothing: what is shown may be newer than what it brings. */
  async #removeUnless(id: string, { context }: Call, addresses: readonly (string | null)[]): Promise<void> {
    const person = await this.people.person(id, context);
    if (person)
      for (const address of addresses) if (address !== person.profileImage) await this.pictures.remove(address);
  }

  /** @throws Refusal `forbidden` when it is somebody else's */
  async #change(id: string, call: Call, change: RpcInput<typeof identityRpc.changeProfile>): Promise<void> {
    mustBeOwn(id, call);
    await this.rpc.call(identityRpc.changeProfile, change, call.context);
    this.people.forget(id);
  }
}

const mustBeOwn = (id: string, call: Call): void => {
  if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'You may change only your own profile');
};
