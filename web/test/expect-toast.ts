import { expect } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type Toast, toastStore } from '../src/shared/toast/toast.ts';

export const expectToast = (words: Partial<Toast>) => waitFor(() => expect(toastStore.shown()).toMatchObject(words));
