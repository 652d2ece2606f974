import { expect, it } from '@jest/globals';
import { linkTarget } from './profile-link.ts';

it.each([
  ['https://maren.example', 'https://maren.example/'],
  ['http://maren.example/late', 'http://maren.example/late'],
  ['maren.example', null],
  ['javascript:alert(1)', null],
  ['https://', null],
])('`linkTarget` turns the profile link %s into %s', (link, target) => expect(linkTarget(link)).toBe(target));
