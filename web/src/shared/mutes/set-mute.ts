import { BlockStatus, MuteStatus } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { sendAct } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { resetFeeds } from '../lists/list-cache.ts';
import { showFailure } from '../session/show-failure.ts';
import { muteTexts } from '../texts/mutes.ts';
import { toast, toastIfOffline } from '../toast/toast.ts';
import { askToConfirm } from '../ui/dialog-store.ts';
import type { MuteKind } from './mute.queries.ts';

export interface MuteTarget {
  readonly kind: MuteKind;
  readonly id: string;
  /** Empty for a question. */
  readonly username: string;
}

const questionKind = queryKeys.question.detail('').slice(0, 1);

const pathOf = ({ kind, id }: MuteTarget): string =>
  kind === 'question' ? `/api/questions/${id}/mute` : `/api/users/${id}/${kind === 'block' ? 'block' : 'mute'}`;

const saidOf = (texts: typeof muteTexts.done | typeof muteTexts.undone, { kind, username }: MuteTarget): string =>
  kind === 'question' ? texts.question : texts[kind](username);

/** Asks for a confirmation before a block. All visible data is then read again. */
export async function setMute(client: QueryClient, mutable: MuteTarget, on: boolean): Promise<void> {
  const { sure } = muteTexts;
  if (on && mutable.kind === 'block' && !(await askToConfirm(sure.title(mutable.username), sure.verb, sure.text)))
    return;
  toastIfOffline();
  try {
    const schema = mutable.kind === 'block' ? BlockStatus : MuteStatus;
    await sendAct<BlockStatus | MuteStatus>(client, schema, pathOf(mutable), { method: 'PUT', body: { on } });
    toast.good(saidOf(on ? muteTexts.done : muteTexts.undone, mutable), on ? muteTexts.undoLater : undefined);
    void client.invalidateQueries();
    void resetFeeds(client);
    // A new read would replace only the newest messages of a room, so the cached rooms are reset.
    void client.resetQueries({ queryKey: questionKind });
  } catch (error) {
    showFailure(client, error, muteTexts.mustSignIn, { title: muteTexts.failed });
  }
}
