import { onlineManager } from '@tanstack/react-query';
import { formTexts } from '../texts/forms.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from './toast.ts';

/** Tells an offline user that the act waits for the network. Call it for acts without an immediate effect. */
export function sayIfItWaits(): void {
  if (!onlineManager.isOnline()) toast.good(frameTexts.offline, formTexts.sentLater);
}
