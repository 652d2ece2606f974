import { expect, it } from '@jest/globals';
import { ownUser } from '../../../test/sample-content.ts';
import { deleteStoredUser, loadStoredUser, storeUser } from './stored-user.ts';

it('the stored user has only the fields that are shown', () => {
  storeUser(ownUser);
  expect(Object.keys(JSON.parse(localStorage.getItem('currentUser') ?? '{}'))).toEqual([
    'id',
    'username',
    'profileImage',
    'isAmbassador',
    'isCreator',
  ]);
  expect(loadStoredUser()?.username).toBe('maren');
  deleteStoredUser();
  expect(loadStoredUser()).toBeNull();
});

it.each(['{', '"text"', '{"id":1}', '[]', '{"id":"a","username":"b"}'])(
  'the stored user is discarded if the entry is %s',
  (entry) => {
    localStorage.setItem('currentUser', entry);
    expect(loadStoredUser()).toBeNull();
    expect(localStorage.getItem('currentUser')).toBeNull();
  },
);
