import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const web = new URL('../../../', import.meta.url).pathname;
const tests = ['e2e/*.e2e.ts', 'src/**/*.spec.{ts,tsx}']
  .flatMap((files) => globSync(files, { cwd: web }))
  .filter((file) => !file.endsWith('seen-toasts.spec.ts'))
  .map((file) => readFileSync(`${web}${file}`, 'utf8'));

/** Titles with their texts; where that is empty, any will do. */
const failures: readonly (readonly [string, string])[] = [
  ['Reply failed', 'Failed to post reply'],
  ['Boost failed', 'Failed to toggle boost'],
  ['Repost failed', 'Failed to repost reply'],
  ['Repost failed', 'Failed to repost question'],
  ['Repost failed', 'Failed to repost podcast'],
  ['Undo repost failed', 'Failed to remove repost'],
  ['Delete failed', 'Failed to delete reply'],
  ['Delete failed', 'Failed to delete question'],
  ['Delete failed', 'Failed to delete podcast'],
  ['Delete failed', 'Failed to delete repost'],
  ['Delete failed', 'Failed to delete message'],
  ['Report failed', 'Failed to submit report'],
  ['Failed to send message', ''],
  ['Error', 'Failed to submit question. Please try again.'],
  ['Error', 'Failed to publish question. Please try again.'],
  ['Error', 'Failed to publish podcast. Please try again.'],
  ['Login failed', 'Please check your credentials'],
  ['Registration failed', 'Username might already be taken'],
  ['Follow failed', ''],
  ['Unfollow failed', ''],
  ['Approval failed', ''],
  ['Action failed', ''],
  ['Upload failed', ''],
  ['Recording failed', ''],
  ['Recording Error', ''],
  ['Microphone Error', 'Could not access microphone. Please check permissions.'],
  ['Update failed', 'Could not update activity settings'],
  ['Update failed', 'Could not update ambassador visibility'],
  ['Update failed', 'Could not update profile link'],
  ['Update failed', 'Could not update gradient colors'],
  ['Update failed', 'Could not update profile picture'],
  ['Error', 'Failed to update aura. Please try again.'],
  ['Failed to delete content', ''],
  ['Failed to delete', 'Could not delete the notification.'],
  ['Failed to resolve', 'Could not resolve the report.'],
  ['Content not found', 'The reported content may have been deleted'],
  ['Navigation error', 'Failed to navigate to content'],
  ['Invalid file type', 'Please select an image file'],
  ['Missing information', 'Please enter both username and password'],
  ['Reply required', 'You must write a reply to approve this question.'],
  ['Login required', 'Please sign in to create content'],
  ['Login required', 'Please sign in to reply'],
  ['Account required', 'Please sign up to ask questions or create an account'],
];

const successes: readonly (readonly [string, string])[] = [
  ['Reply posted', ''],
  ['Reposted!', ''],
  ['Repost removed', ''],
  ['Repost deleted', ''],
  ['Reply deleted', ''],
  ['Message deleted', ''],
  ['Question deleted', ''],
  ['Podcast deleted', ''],
  ['Report submitted', 'Thank you for helping keep our community safe'],
  ['Question approved with reply', ''],
  ['Question ignored', ''],
  ['Question removed', ''],
  ['Link copied', ''],
  ['Welcome back!', ''],
  ['Account created!', ''],
  ['Question published!', ''],
  ['Question sent!', ''],
  ['Now following', ''],
  ['Unfollowed', ''],
  ['File uploaded', ''],
  ['Audio recorded', ''],
  ['Settings updated', ''],
  ['Profile link updated', ''],
  ['Profile updated', ''],
  ['Aura Updated', ''],
  ['Content deleted successfully', ''],
  ['Notification deleted', ''],
  ['Report resolved', ''],
  ['Logged out successfully', ''],
];

/** The title, and the text where it has one, stand in one file of tests. */
const isAsserted = (title: string, text: string) =>
  tests.some((test) => [title, text].every((words) => words === '' || test.includes(`'${words}'`)));

describe('what a toast says', () => {
  it.each([...failures, ...successes])('is asserted by a test of the page that shows it: %s %s', (title, text) =>
    expect(isAsserted(title, text)).toBe(true),
  );
});
