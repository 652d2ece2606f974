import { inLanguage } from './language.ts';

/** What one has asked and published. */
export const myContentTexts = inLanguage({
  en: {
    title: 'My Content',
    failed: 'Error loading your content',
    empty: 'You have not asked or published anything yet.',
    toCreate: 'Create',
    question: 'Question',
    podcast: 'Podcast',
    anonymous: 'Anonymous',
    onlyYou: 'Only you see that it is yours.',
    pending: (username: string | null) => (username ? `Waits for ${username}` : 'Waits for approval'),
    edited: 'edited',
    edit: 'Edit',
    editOf: (title: string) => `Edit: ${title}`,
    delete: 'Delete',
    deleteOf: (title: string) => `Delete: ${title}`,
    end: 'That is all of it.',
    dialog: {
      question: 'Edit question',
      podcast: 'Edit podcast',
      name: 'Title',
      nameMissing: (kind: 'question' | 'audio' | 'video') => `Please enter a ${kind} title.`,
      description: 'Description',
      save: 'Save Changes',
      saving: 'Saving…',
      saved: 'Changes saved',
      heard: 'This question has been boosted or answered, so its words stay as they are: others have reacted to them.',
      failed: { title: 'Update failed', text: 'Your changes could not be saved. Please try again.' },
    },
  },
});
