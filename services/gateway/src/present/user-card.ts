import { ownPicture, type Person, type UserCard } from '@hearsay/contracts';

/** A person as everyone sees them beside their words. */
export const presentUserCard = (person: Person): UserCard => ({
  id: person.id,
  username: person.username,
  profileImage: ownPicture(person.profileImage),
  gradientColors: person.gradientColors,
  level: person.level,
  badge: person.badge,
  profileBorder: person.profileBorder,
  profileAura: person.profileAura,
  isCreator: person.isCreator,
  isAmbassador: person.isAmbassador,
  isSpotlight: person.isSpotlight,
  hideAmbassadorTitle: person.hideAmbassadorTitle,
});
