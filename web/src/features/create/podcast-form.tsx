import { isBlank, limits, Podcast, type PodcastMediaType, type PublishPodcastBody } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../shared/api/api-client.ts';
import { showEarnedXp } from '../../shared/earnings/show-earned.ts';
import { TextAreaField, TextField, tooLongProblem } from '../../shared/forms/fields.tsx';
import { focusNextOnEnter } from '../../shared/forms/keyboard-keys.ts';
import { fieldId, useForm } from '../../shared/forms/use-form.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { formTexts } from '../../shared/texts/forms.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { toast } from '../../shared/toast/toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Choices } from '../../shared/ui/choices.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { currentUpload } from './current-upload.ts';
import { podcastDraftName, uploadEpisode } from './episode-upload.ts';
import { browsersUnableToPlay } from './file-kind.ts';
import { MediaField, type UnplayableFile } from './media-field.tsx';
import { usePublish } from './use-publish.ts';
import { isRecording, useIsRecording } from './use-recorder.ts';

const empty = { mediaType: 'audio', title: '', description: '', mediaUrl: '' };
const typeOf = (name: string): PodcastMediaType => (name === 'video' ? 'video' : 'audio');
/** True when the upload has expired or was used. */
const isUploadGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);
const isFileRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 413 || error.status === 415);

export default function PodcastForm({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const publish = usePublish();
  const client = useQueryClient();
  const upload = useSyncExternalStore(currentUpload.subscribe, currentUpload.state);
  const form = useForm({
    initial: empty,
    draft: podcastDraftName,
    check: ({ mediaType, title, description, mediaUrl }) => ({
      title: isBlank(title) ? texts.titleMissing(mediaType) : tooLongProblem(title, limits.title),
      description: tooLongProblem(description, limits.description),
      mediaUrl: mediaUrl ? null : upload.step === 'going' ? texts.stillUploading : texts.mediaMissing(mediaType),
    }),
    send: async ({ mediaType, title, description, mediaUrl }, idempotencyKey) => {
      const podcast: PublishPodcastBody = {
        title: title.trim(),
        description: description.trim() || null,
        mediaUrl,
        mediaType: typeOf(mediaType),
        creatorId: userId,
      };
      const { id } = await publish(Podcast, '/api/podcasts', podcast, idempotencyKey);
      currentUpload.clear();
      toast.good(texts.done);
      void showEarnedXp({ userId, rule: 'podcast-published', contentId: id }, [`[href="/podcasts/${id}"]`, '.toast']);
      navigate('/');
    },
    onFailed: (error) => {
      if (isUploadGone(error)) removeMedia();
      const text = isFileRefused(error) ? (error.serverText ?? texts.failed.text) : texts.failed.text;
      showFailure(client, error, frameTexts.signInToCreate, { ...texts.failed, text });
    },
  });
  const removeMedia = () => {
    currentUpload.cancel();
    form.set('mediaUrl', '');
  };
  const mediaType = typeOf(form.values.mediaType);
  const latestType = useRef(mediaType);
  latestType.current = mediaType;
  const [unplayable, setUnplayable] = useState<UnplayableFile | null>(null);
  const begin = (file: File, seconds?: number): boolean => {
    setUnplayable(null);
    // A recording also ends when its field is removed. Drops the recording if the user has changed to video.
    if (latestType.current !== mediaType) return false;
    form.set('mediaUrl', '');
    void uploadEpisode(file, seconds);
    return true;
  };
  const change = async (chosen: PodcastMediaType) => {
    const isSomethingThere = isRecording() || upload.step !== 'none' || form.values.mediaUrl !== '';
    if (isSomethingThere && !(await askToConfirm(texts.discard(mediaType), texts.discardVerb))) return;
    removeMedia();
    setUnplayable(null);
    form.set('mediaType', chosen);
  };
  const finished = upload.step === 'done' ? upload.path : null;
  const takeFinished = useEffectEvent((path: string) => form.set('mediaUrl', path));
  useEffect(() => {
    if (finished !== null) takeFinished(finished);
  }, [finished]);

  const waits = upload.step === 'going' ? texts.uploadFirst : null;
  const waitsFor = useIsRecording() ? texts.stopFirst : waits;

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
        onChoose={change}
      />
      <TextField
        form={form}
        name="title"
        label={texts.title}
        limit={limits.title}
        autoComplete="off"
        enterKeyHint="next"
        onKeyDown={focusNextOnEnter}
      />
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
        upload={upload}
        source={currentUpload.source()}
        isThere={form.values.mediaUrl !== ''}
        problem={form.problems.mediaUrl ?? null}
        unplayable={unplayable}
        onPicked={async (file) => {
          const by = await browsersUnableToPlay(file);
          if (by) setUnplayable({ file, by });
          else begin(file);
        }}
        onFile={begin}
        onRetry={currentUpload.retry}
        onRemove={removeMedia}
      />
      <div className="flex flex-col gap-2">
        <Button type="submit" disabled={form.isSending || waitsFor !== null}>
          {form.isSending ? texts.sending : texts.submit}
        </Button>
        <p role="status" className="text-center text-sm text-soft empty:hidden">
          {waitsFor}
        </p>
      </div>
    </form>
  );
}
