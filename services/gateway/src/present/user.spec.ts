import { describe, expect, it } from '@jest/globals';
import { makePerson } from '../tests/fake-services.suite.js';
import { presentFoundUser, presentListedUser, presentUserCard } from './user.js';

const ours = `/api/media/p${'a'.repeat(24)}`;

describe('the picture of a person', () => {
  it.each([
    [ours, ours],
    ['https://example.org/me.png', null],
    ['//example.org/me.png', null],
    ['/api/media/../me.png', null],
    ['data:image/png;base64,AAAA', null],
    [null, null],
  ])('at %s is given to browsers as %s', (profileImage, given) => {
    const person = { ...makePerson('Nora'), profileImage, isProtected: false };
    const viewer = { isAmbassador: true };
    const views = [presentUserCard(person), presentFoundUser(person, viewer), presentListedUser(person, viewer)];
    expect(views.map((view) => view.profileImage)).toEqual([given, given, given]);
  });
});
