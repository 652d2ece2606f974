import { limits, type PodcastMediaType, textLength } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error.ts';
import { TextAreaField, TextField } from '../../shared/forms/fields.tsx';
import { fieldId, useForm } from '../../shared/forms/use-form.ts';
import { navigate } from '../../shared/navigation/navigation.tsx';
import { sayFailed } from '../../shared/session/say-failed.ts';
import { formTexts } from '../../shared/texts/forms.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { usePublishPodcast } from './create.mutations.ts';
import { MediaField } from './media-field.tsx';
import { useUpload } from './use-upload.ts';

const empty = { mediaType: 'audio', title: '', description: '', mediaUrl: '' };
const typeOf = (name: string): PodcastMediaType => (name === 'video' ? 'video' : 'audio');
const tooLong = (text: string, limit: number): string | null => (textLength(text) > limit ? formTexts.atMost(limit) : null);
/** The server has the upload no longer: its day is over, or it was used. */
const isUploadGone = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 409);

/** Publishes an episode: the file is uploaded while one still writes. */
export default function PodcastForm({ userId }: { userId: string }) {
  const publish = usePublishPodcast();
  const client = useQueryClient();
  const upload = useUpload({
    onDone: (path) => {
      form.set('mediaUrl', path);
      toast.good(texts.uploaded);
    },
    onFailed: (serverText) => toast.bad(texts.uploadFailed, serverText ?? texts.uploadFailedText),
  });
  const form = useForm({
    initial: empty,
    draft: 'podcast',
    check: ({ mediaType, title, description, mediaUrl }) => ({
      title: textLength(title) === 0 ? texts.titleMissing(mediaType) : tooLong(title, limits.title),
      description: tooLong(description, limits.description),
      mediaUrl: mediaUrl ? null : upload.state.step === 'going' ? texts.stillUploading : texts.mediaMissing(mediaType),
    }),
    send: async ({ mediaType, title, description, mediaUrl }, idempotencyKey) => {
      const podcast = {
        title: title.trim(),
        description: description.trim() || null,
        mediaUrl,
        mediaType: typeOf(mediaType),
        creatorId: userId,
      };
      await publish.mutateAsync({ podcast, idempotencyKey });
      toast.good(texts.done);
      navigate('/');
    },
    onFailed: (error) => {
      if (isUploadGone(error)) removeMedia();
      sayFailed(client, error, frameTexts.signInToCreate, texts.failed);
    },
  });
  const removeMedia = () => {
    upload.cancel();
    form.set('mediaUrl', '');
  };
  const begin = (file: File) => {
    form.set('mediaUrl', '');
    void upload.begin(file);
  };
  const mediaType = typeOf(form.values.mediaType);

  return (
    <form noValidate className="flex flex-col gap-5 px-4 pb-10" onSubmit={form.submit}>
      <Choices
        legend={texts.kind}
        name="mediaType"
        choices={[
          { value: 'audio', label: texts.audio },
          { value: 'video', label: texts.video },
        ]}
        chosen={mediaType}
        onChoose={(chosen) => {
          removeMedia();
          form.set('mediaType', chosen);
        }}
      />
      <TextField form={form} name="title" label={texts.title} limit={limits.title} autoComplete="off" />
      <TextAreaField
        form={form}
        name="description"
        label={texts.description}
        aside={formTexts.optional}
        rows={4}
        placeholder={texts.descriptionPlaceholder}
      />
      <MediaField
        key={mediaType}
        id={fieldId(form, 'mediaUrl')}
        mediaType={mediaType}
        upload={upload.state}
        isThere={form.values.mediaUrl !== ''}
        problem={form.problems.mediaUrl ?? null}
        onFile={begin}
        onRetry={upload.retry}
        onRemove={removeMedia}
      />
      <Button type="submit" disabled={form.isSending}>
        {form.isSending ? texts.sending : texts.submit}
      </Button>
    </form>
  );
}
