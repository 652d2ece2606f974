import { inLanguage } from './language.ts';

/** Signing in and joining. */
export const accountTexts = inLanguage({
  en: {
    username: 'Username',
    password: 'Password',
    cookiesBlocked: {
      title: 'Cookies are blocked',
      text: 'Hearsay needs a cookie to keep you signed in. Allow cookies for this site, then sign in.',
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
      isKnown: 'Been here before?',
      toLogin: 'Sign in',
    },
  },
});
