import type { UserCard } from '@hearsay/contracts';
import { peopleTexts } from '../texts/people.ts';

type Roles = Pick<UserCard, 'isSpotlight' | 'isAmbassador' | 'isCreator'>;
const { accountTypes } = peopleTexts;

export function accountType({ isSpotlight, isAmbassador, isCreator }: Roles): string {
  if (isSpotlight) return accountTypes.spotlight;
  if (isAmbassador) return accountTypes.ambassador;
  return isCreator ? accountTypes.creator : accountTypes.fan;
}

/** Null for people without a special role, and for ambassadors who hide their title. */
export function shownTitle(user: Roles & Pick<UserCard, 'hideAmbassadorTitle'>): string | null {
  if (user.isSpotlight) return accountTypes.spotlight;
  return user.isAmbassador && !user.hideAmbassadorTitle ? accountTypes.ambassador : null;
}
