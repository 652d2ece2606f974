import type { UserCard } from '@hearsay/contracts';
import { peopleTexts } from '../texts/people.ts';

type Roles = Pick<UserCard, 'isSpotlight' | 'isAmbassador' | 'isCreator'>;
const { accountTypes } = peopleTexts;

/** What a person is called in their settings: Spotlight, else Ambassador, else Creator, else Fan. */
export function accountType({ isSpotlight, isAmbassador, isCreator }: Roles): string {
  if (isSpotlight) return accountTypes.spotlight;
  if (isAmbassador) return accountTypes.ambassador;
  return isCreator ? accountTypes.creator : accountTypes.fan;
}

/** The title beside a name: spotlight before ambassador before the level's badge; a hidden ambassador has none. */
export function shownTitle(user: Roles & Pick<UserCard, 'hideAmbassadorTitle'>): string | null {
  if (user.isSpotlight) return accountTypes.spotlight;
  return user.isAmbassador && !user.hideAmbassadorTitle ? accountTypes.ambassador : null;
}
