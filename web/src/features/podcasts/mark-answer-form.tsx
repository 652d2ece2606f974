import type { PodcastDetail } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-client.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { soundOf } from '../../shared/player/episode-sound.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { episodeTexts, secondsOf } from '../../shared/texts/episode-page.ts';
import { clock } from '../../shared/texts/podcasts.ts';
import { Button } from '../../shared/ui/button.tsx';

const texts = episodeTexts.answers;

/** The id in a copied link to a question. */
const questionIn = (link: string): string | null =>
  /\/questions?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(link)?.[1]?.toLowerCase() ?? null;

interface AnswerFormProps {
  readonly podcast: PodcastDetail;
  readonly send: (answer: { questionId: string; at: number }, idempotencyKey: string) => Promise<unknown>;
  readonly onDone: () => void;
}

export function MarkAnswerForm({ podcast, send, onDone }: AnswerFormProps) {
  const client = useQueryClient();
  const { duration } = podcast;
  const isWithin = (at: number | null) => at !== null && (duration === null || at <= duration);
  const form = useForm({
    // Starts with the current position, which the author has just heard.
    initial: { link: '', at: clock(soundOf(podcast).state().seconds) },
    check: ({ link, at }) => ({
      link: questionIn(link) === null ? texts.noLink : null,
      at: isWithin(secondsOf(at)) ? null : texts.noMoment(duration === null ? null : clock(duration)),
    }),
    send: async ({ link, at }, key) => {
      await send({ questionId: questionIn(link) ?? '', at: secondsOf(at) ?? 0 }, key);
      onDone();
    },
    onFailed: (error) => {
      const isNotOpen = error instanceof ApiError && (error.status === 404 || error.status === 409);
      // The server reports the daily limit under the field `answers`, which this form lacks.
      const limit = error instanceof ApiError ? error.fields.answers : undefined;
      const failed = limit === undefined ? texts.failed : { ...texts.failed, text: limit };
      showFailure(client, error, texts.mustSignIn, isNotOpen ? texts.notOpen : failed);
    },
  });
  return (
    <form noValidate className="card mt-2 flex flex-col gap-3" onSubmit={form.submit}>
      <TextField
        form={form}
        name="link"
        label={texts.link}
        hint={texts.linkHint}
        type="url"
        autoComplete="off"
        autoFocus
      />
      <TextField form={form} name="at" label={texts.at} autoComplete="off" enterKeyHint="done" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="grow" disabled={form.isSending}>
          {form.isSending ? texts.saving : texts.save}
        </Button>
        <Button weight="quiet" className="grow" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
