import { isolateDirection } from '@hearsay/contracts';

export const accountTexts = {
  username: 'Username',
  password: 'Password',
  isFree: 'This one is free:',
  cookiesBlocked: {
    title: 'Cookies are blocked',
    text: 'Hearsay needs a cookie to keep you signed in. Allow cookies for this site, then sign in.',
  },
  episode: {
    label: 'Episode',
    by: (username: string) => `by ${isolateDirection(username)}`,
    byAndLength: (username: string, length: string) => `by ${isolateDirection(username)} · ${length}`,
  },
  login: {
    title: 'Sign in',
    lead: 'Pick up where the room left off.',
    submit: 'Sign In',
    sending: 'Signing in…',
    noUsername: 'Your username is missing',
    noPassword: 'Your password is missing',
    missing: { title: 'Missing information', text: 'Please enter both username and password' },
    done: 'Welcome back!',
    failed: { title: 'Login failed', text: 'Please check your credentials' },
    isNew: 'New here?',
    toRegister: 'Create an account',
  },
  register: {
    title: 'Join in',
    lead: 'A name and a password, nothing else.',
    submit: 'Create account',
    sending: 'Creating…',
    usernameRequired: 'Username required',
    usernameTooShort: 'Username must be at least 3 characters long',
    usernameTooLong: 'Username must be at most 50 characters long',
    passwordRequired: 'Password required',
    passwordTooShort: 'Password must be at least 6 characters long',
    passwordTooLong: 'Password must be at most 128 characters long',
    done: 'Account created!',
    failed: { title: 'Registration failed', text: 'Username might already be taken' },
    founder: {
      note: 'The first account made by this link becomes ambassador: it can remove what breaks the rules.',
      failed: {
        title: 'Registration failed',
        text: 'This link has been used, or is too old. “npm run roles -- found” prints a new one.',
      },
    },
    isKnown: 'Been here before?',
    toLogin: 'Sign in',
  },
};

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
