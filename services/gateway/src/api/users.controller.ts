import {
  BeforeInstantQuery,
  FoundUser,
  identityRpc,
  limits,
  OwnUser,
  Profile,
  SearchQuery,
  User,
  UserListItem,
  UserListQuery,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import type { ApiRequest, WithQuery } from '../http/call.js';
import { ApiController, ApiGet } from '../http/route.js';
import { presentFoundUser, presentListedUser } from '../present/user.js';
import { Profiles } from '../read/profiles.js';

@ApiController('api/users', 'People')
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profiles: Profiles,
  ) {}

  @ApiGet('', {
    summary: 'People by name, at most 1,000; with `after` page by page',
    query: UserListQuery,
    answer: z.array(UserListItem),
  })
  async list({ call }: WithQuery<typeof UserListQuery>): Promise<UserListItem[]> {
    const { canAsk, isAnonymous, after } = call.query;
    const wanted = {
      limit: after === undefined ? limits.userList : limits.peoplePage,
      after: after ?? '',
      onlyWhoTakeQuestions: canAsk === 'true',
      isAnonymous: isAnonymous === 'true',
    };
    const { people } = await this.rpc.call(identityRpc.listPeople, wanted, call.context);
    return people.map((person) => presentListedUser(person, call.viewer));
  }

  @ApiGet('search', {
    summary: 'People whose names hold some words',
    query: SearchQuery,
    answer: z.array(FoundUser),
    limit: 'searches',
  })
  async search({ call }: WithQuery<typeof SearchQuery>): Promise<FoundUser[]> {
    if (call.query.q === '') return [];
    const { people } = await this.rpc.call(
      identityRpc.searchPeople,
      { words: call.query.q, limit: limits.foundUsers },
      call.context,
    );
    return people.map((person) => presentFoundUser(person, call.viewer));
  }

  @ApiGet('username/:username', {
    summary: 'The person with a name',
    words: { username: null },
    answer: z.union([OwnUser, User]),
  })
  named({ call, params: { username } }: ApiRequest): Promise<User | OwnUser> {
    return this.profiles.userNamed(username, call.context);
  }

  @ApiGet(':id', {
    summary: 'A profile; what is older than `before` on further pages',
    query: BeforeInstantQuery,
    answer: Profile,
  })
  profile({ call, params: { id } }: WithQuery<typeof BeforeInstantQuery>): Promise<Profile> {
    return this.profiles.profile(id, call.query.before ?? null, call.context);
  }
}
