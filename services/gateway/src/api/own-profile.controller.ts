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
import { type Call, signedIn, type WithBody, withNewDeadline } from '../http/call.js';
import { ApiController, ApiPatch } from '../http/route.js';
import { Pictures } from '../media/pictures.js';
import { People } from '../read/people.js';

/** A data URL takes four characters for three bytes. */
const pictureBytes = Math.ceil((dataUrlLimits.profileImage * 4) / 3) + 1024;

@ApiController('api/users', 'Own profile')
export class OwnProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly pictures: Pictures,
  ) {}

  @ApiPatch(':id/activity', {
    limit: 'profile-changes',
    summary: 'Show or hide what one has done',
    body: ShowActivity,
    answer: ShowActivity,
  })
  activity({ call, params: { id } }: WithBody<typeof ShowActivity>) {
    return this.#change(id, call, { showActivity: call.body.showActivity });
  }

  @ApiPatch(':id/ambassador-visibility', {
    limit: 'profile-changes',
    summary: 'Show or hide the title of an ambassador',
    body: AmbassadorVisibility,
    answer: AmbassadorVisibility,
  })
  ambassadorVisibility({ call, params: { id } }: WithBody<typeof AmbassadorVisibility>) {
    return this.#change(id, call, { hideAmbassadorTitle: call.body.hideAmbassadorTitle });
  }

  @ApiPatch(':id/profile-link', {
    limit: 'profile-changes',
    summary: 'Set or remove the link of an ambassador or spotlight',
    body: ProfileLinkBody,
    answer: ProfileLink,
  })
  profileLink({ call, params: { id } }: WithBody<typeof ProfileLinkBody>) {
    return this.#change(id, call, { profileLink: call.body.profileLink });
  }

  @ApiPatch(':id/gradient-colors', {
    limit: 'profile-changes',
    summary: 'Choose one of the gradients',
    body: GradientColors,
    answer: GradientColors,
  })
  gradientColors({ call, params: { id } }: WithBody<typeof GradientColors>) {
    return this.#change(id, call, { gradientColors: call.body.gradientColors });
  }

  @ApiPatch(':id/profile-image', {
    limit: 'profile-changes',
    summary: 'Set or remove the picture: a data URL, a finished upload, or an http(s) address that is fetched once',
    body: ProfileImageBody,
    bodyLimit: pictureBytes,
    tooLargeText: 'This is too large for one request; upload pictures at /api/uploads',
    refusals: ['conflict'],
    answer: ProfileImage,
  })
  async profileImage({ call, params: { id } }: WithBody<typeof ProfileImageBody>) {
    const given = call.body.profileImage;
    mustBeOwn(id, call);
    const before = await this.people.person(id, call.context);
    // The client sent the current address back. Other addresses of ours are refused below.
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
    limit: 'profile-changes',
    summary: 'Choose an aura that one has unlocked',
    body: AuraChoice,
    answer: AuraChoice,
  })
  aura({ call, params: { id } }: WithBody<typeof AuraChoice>) {
    return this.#change(id, call, { aura: call.body.aura });
  }

  @ApiPatch(':id/who-may-ask', {
    limit: 'profile-changes',
    summary: 'Choose who may ask one questions',
    body: WhoMayAskChoice,
    answer: WhoMayAskChoice,
  })
  whoMayAsk({ call, params: { id } }: WithBody<typeof WhoMayAskChoice>) {
    return this.#change(id, call, { whoMayAsk: call.body.whoMayAsk });
  }

  @ApiPatch(':id/notification-preferences', {
    limit: 'profile-changes',
    summary: 'Turn kinds of notifications on or off',
    body: NotificationPreferencesBody,
    answer: NotificationPreferences,
  })
  async notificationPreferences({ call, params: { id } }: WithBody<typeof NotificationPreferencesBody>) {
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

  /** Keeps the picture that the person shows now, which may be newer than that of a repeated call. */
  async #removeUnless(id: string, { context }: Call, addresses: readonly (string | null)[]): Promise<void> {
    const person = await this.people.person(id, context);
    if (person)
      for (const address of addresses) if (address !== person.profileImage) await this.pictures.remove(address);
  }

  /** @throws Refusal `forbidden` for another person's account */
  async #change<Change extends RpcInput<typeof identityRpc.changeProfile>>(id: string, call: Call, change: Change) {
    mustBeOwn(id, call);
    await this.rpc.call(identityRpc.changeProfile, change, call.context);
    this.people.forget(id);
    return change;
  }
}

const mustBeOwn = (id: string, call: Call): void => {
  if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'You may change only your own profile');
};
