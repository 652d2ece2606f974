import { afterEach, expect, it } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import { useKeepFocus } from './use-keep-focus.ts';

const idOfFocused = () => document.activeElement?.id || document.activeElement?.localName;

const samples: {
  what: string;
  page: string;
  focused: string;
  happens: (focused: HTMLElement) => void;
  endsOn: string;
}[] = [
  {
    what: 'a button that opens a form in its place',
    page: '<section><h2>Password</h2><button id="change">Change</button></section>',
    focused: 'change',
    happens: (change) => change.replaceWith(formOf('<input id="current"><button>Cancel</button>')),
    endsOn: 'current',
  },
  {
    what: 'a Cancel that closes a form again',
    page: '<button>before</button><section><form><input><button id="cancel">Cancel</button></form></section>',
    focused: 'cancel',
    happens: (cancel) => cancel.closest('form')?.replaceWith(buttonOf('change')),
    endsOn: 'change',
  },
  {
    what: 'a Cancel with nothing behind it, after a group of radio buttons',
    page: '<section><fieldset><input type="radio"><input type="radio" id="chosen" checked></fieldset><p><button id="cancel"></button></p></section>',
    focused: 'cancel',
    happens: (cancel) => cancel.parentElement?.remove(),
    endsOn: 'chosen',
  },
  {
    what: 'a row of a list',
    page: '<ul><li><button>1</button></li><li id="row"><button id="end"></button></li><li><button id="next"></button></li></ul>',
    focused: 'end',
    happens: (end) => end.parentElement?.remove(),
    endsOn: 'next',
  },
  {
    what: 'the only control of a page',
    page: '<p><button id="all">Show all</button></p>',
    focused: 'all',
    happens: (all) => all.remove(),
    endsOn: 'heading',
  },
  {
    what: 'what stands outside of the page, such as a toast',
    page: '<button>here</button><aside><p><button id="dismiss"></button></p></aside>',
    focused: 'dismiss',
    happens: (dismiss) => dismiss.parentElement?.remove(),
    endsOn: 'heading',
  },
  {
    what: 'where it was before a toast had it',
    page: '<button>first</button><button id="before"></button><aside><p><button id="dismiss"></button></p></aside>',
    focused: 'before',
    happens: () => {
      const dismiss = document.getElementById('dismiss');
      dismiss?.focus();
      dismiss?.parentElement?.remove();
    },
    endsOn: 'before',
  },
  {
    what: 'where the row stood that is gone, once its toast is gone too',
    page: '<ul><li><button id="delete"></button></li><li><button id="next"></button></li></ul><aside><p><button id="dismiss"></button></p></aside>',
    focused: 'delete',
    happens: (remove) => {
      const dismiss = document.getElementById('dismiss');
      dismiss?.focus();
      remove.parentElement?.remove();
      dismiss?.parentElement?.remove();
    },
    endsOn: 'next',
  },
  {
    what: 'a button that is disabled while it sends',
    page: '<button id="send">Send</button>',
    focused: 'send',
    happens: (send) => {
      send.toggleAttribute('disabled', true);
      // Browsers move the focus off a disabled control. jsdom does not.
      send.blur();
      queueMicrotask(() => send.toggleAttribute('disabled', false));
    },
    endsOn: 'send',
  },
  {
    what: 'a dialog over a row that goes with it',
    page: '<ul><li id="row"><button id="delete"></button></li><li><button id="next"></button></li></ul>',
    focused: 'delete',
    happens: (remove) => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<dialog open><button id="sure"></button></dialog>');
      document.getElementById('sure')?.focus();
      document.querySelector('dialog')?.remove();
      remove.parentElement?.remove();
    },
    endsOn: 'next',
  },
  {
    what: 'nothing, once a tap beside all controls has taken the focus away',
    page: '<button id="one"></button><button id="other"></button>',
    focused: 'one',
    happens: (one) => {
      one.blur();
      queueMicrotask(() => one.remove());
    },
    endsOn: 'body',
  },
];

const formOf = (inside: string): HTMLElement => Object.assign(document.createElement('form'), { innerHTML: inside });
const buttonOf = (id: string): HTMLElement => Object.assign(document.createElement('button'), { id });

afterEach(() => {
  document.body.innerHTML = '';
});

it.each(samples)('the focus stays near $what', async ({ page, focused, happens, endsOn }) => {
  const { unmount } = renderHook(() => useKeepFocus());
  document.body.insertAdjacentHTML('beforeend', `<main id="main" tabindex="-1"><h1 id="heading"></h1>${page}</main>`);
  document.body.append(...document.querySelectorAll('aside'));
  const element = document.getElementById(focused);
  element?.focus();
  if (element) happens(element);
  // Waits for MutationObservers, which report after the changes.
  const told = Promise.withResolvers<void>();
  new MutationObserver(() => told.resolve()).observe(document.body, { attributes: true });
  document.body.toggleAttribute('data-told');
  await told.promise;
  await waitFor(() => expect(idOfFocused()).toBe(endsOn));
  unmount();
});

it('the focus stays near a control that had it before this code was loaded', async () => {
  document.body.innerHTML = '<main><button id="gone"></button><button id="next"></button></main>';
  const gone = document.getElementById('gone');
  gone?.focus();
  const { unmount } = renderHook(() => useKeepFocus());
  gone?.remove();
  await waitFor(() => expect(idOfFocused()).toBe('next'));
  unmount();
});
