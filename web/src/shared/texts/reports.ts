import { inLanguage } from './language.ts';

/** What ambassadors read of reports. */
export const reportTexts = inLanguage({
  en: {
    failed: 'Failed to fetch reports',
    empty: 'Nothing is reported. All is well.',
    noneResolved: 'Nothing has been resolved yet.',
    which: 'Which reports',
    pending: 'Waiting',
    history: 'Resolved',
    resolvedBy: 'Resolved by',
    end: 'That is all of them.',
    kinds: { question: 'Question', discussion: 'Reply', podcast: 'Podcast', other: 'Content' },
    anonymous: 'Anonymous',
    reportedBy: 'Reported by',
    author: 'Author',
    reason: 'Reason',
    menuReason: 'Inappropriate content',
    noWords: 'Its words are not open yet.',
    removed: 'Deleted since',
    view: 'View Content',
    resolve: 'Resolve',
    resolved: 'Report resolved',
    resolveFailed: { title: 'Failed to resolve', text: 'Could not resolve the report.' },
    gone: { title: 'Content not found', text: 'The reported content may have been deleted' },
    notReached: { title: 'Navigation error', text: 'Failed to navigate to content' },
  },
});
