import { onlineManager } from '@tanstack/react-query';
import { formTexts } from '../texts/forms.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from './toast.ts';

/** Acts wait for the network. Without one it is said to whoever begins an act that shows itself only when it is done. */
export function sayIfItWaits(): void {
  if (!onlineManager.isOnline()) toast.good(frameTexts.offline, formTexts.sentLater);
}
