import { type FoundUser, type identityRpc, ownPicture, type RpcOutput, type UserListItem } from '@hearsay/contracts';

type Listed = RpcOutput<typeof identityRpc.listPeople>['people'][number];
type Found = RpcOutput<typeof identityRpc.searchPeople>['people'][number];

type Viewer = { readonly isAmbassador: boolean } | null;

/** A row of the list of people: pictures are for whoever is signed in, the time of joining and who is protected from wipes for ambassadors. */
export const presentListedUser = (person: Listed, viewer: Viewer): UserListItem => ({
  id: person.id,
  username: person.username,
  isCreator: person.isCreator,
  profileImage: viewer ? ownPicture(person.profileImage) : null,
  createdAt: viewer?.isAmbassador ? person.createdAt : null,
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});

/** A match of a search: who is protected from wipes is for ambassadors. */
export const presentFoundUser = (person: Found, viewer: Viewer): FoundUser => ({
  id: person.id,
  username: person.username,
  profileImage: ownPicture(person.profileImage),
  isProtected: viewer?.isAmbassador ? person.isProtected : null,
});
