export const resetTexts = {
  title: 'New password',
  lead: 'Your other sessions end, and you are signed in here.',
  label: 'New password',
  submit: 'Set password',
  sending: 'Saving…',
  done: 'Password changed',
  failed: {
    title: 'Update failed',
    spent: 'This link has been used or is too old. Ask for a new one.',
    text: 'Could not change the password',
  },
};
