import { onlineManager } from '@tanstack/react-query';
import { formTexts } from '../texts/forms.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from './toast.ts';

/** Acts wait for the network. An act without an immediate effect must say so. */
export function sayIfItWaits(): void {
  if (!onlineManager.isOnline()) toast.good(frameTexts.offline, formTexts.sentLater);
}
