import type { PodcastMediaType } from '@hearsay/contracts';
import { useEffect, useRef } from 'react';
import { frameTexts } from '../../shared/texts/frame.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { toast } from '../../shared/toast/toast.ts';
import { SoundBars } from '../../shared/ui/bars.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { UploadIcon } from '../../shared/ui/icons.tsx';
import type { UploadSource, UploadState } from './current-upload.ts';
import { acceptedFileTypes } from './file-kind.ts';
import { FilePreview } from './file-preview.tsx';
import { LiveBars } from './live-bars.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { type RecordingProblem, useRecorder } from './use-recorder.ts';

/** A chosen file, and the browsers that cannot play it. */
export interface UnplayableFile {
  readonly file: File;
  readonly by: 'all' | 'firefox';
}

interface MediaFieldProps {
  readonly id: string;
  readonly mediaType: PodcastMediaType;
  readonly upload: UploadState;
  /** The file, if this page still holds it. */
  readonly source: UploadSource | null;
  readonly isThere: boolean;
  readonly problem: string | null;
  readonly unplayable: UnplayableFile | null;
  readonly onPicked: (file: File) => void;
  /** @returns true if the form accepts the file */
  readonly onFile: (file: File, seconds?: number) => boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

const tellProblem = (problem: RecordingProblem): void =>
  toast.bad(texts.problems[problem].title, texts.problems[problem].text);

export function MediaField(props: MediaFieldProps) {
  const { id, mediaType, upload, source, isThere, problem, unplayable, onPicked, onFile, onRetry, onRemove } = props;
  const input = useRef<HTMLInputElement>(null);
  const { step } = upload;
  const recorder = useRecorder({
    onRecorded: (file, seconds) => {
      if (onFile(file, seconds)) toast.good(texts.recorded);
    },
    onProblem: tellProblem,
  });
  const waits = unplayable ? 'unplayable' : 'choices';
  const shown = step !== 'none' || isThere ? 'file' : recorder.seconds === null ? waits : 'recording';
  useLeaveWarning(recorder.seconds !== null);
  const described = `${id}-hint ${id}-error`;
  return (
    <fieldset className="card flex flex-col gap-3">
      <legend className="sr-only">{texts.media(mediaType)}</legend>
      {shown === 'file' ? (
        <div className="flex flex-col gap-3">
          <div>
            <p dir="auto" className="font-semibold break-words">
              {step === 'none' ? texts.uploaded : upload.name}
            </p>
            {source && <p className="text-sm text-soft">{texts.size(source.file.size)}</p>}
          </div>
          {step === 'going' && <UploadProgress sent={upload.sent} size={upload.size} />}
          {step === 'failed' && <p className="text-sm font-medium text-air">{texts.uploadFailed}</p>}
          {step === 'done' && <p className="text-sm text-soft">{texts.uploaded}</p>}
          <div className="flex flex-wrap gap-3">
            {step === 'failed' && (
              <Button weight="quiet" onClick={onRetry}>
                {frameTexts.tryAgain}
              </Button>
            )}
            <Button id={id} weight="quiet" aria-describedby={described} onClick={onRemove}>
              {isThere ? texts.remove : frameTexts.cancel}
            </Button>
          </div>
          {source && <FilePreview file={source.file} seconds={source.seconds} mediaType={mediaType} />}
        </div>
      ) : shown === 'unplayable' && unplayable ? (
        <div className="flex flex-col gap-3">
          <p dir="auto" className="font-semibold break-words">
            {unplayable.file.name}
          </p>
          <p role="status" className="text-sm font-medium text-air">
            {texts.unplayable[unplayable.by]}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button id={id} weight="quiet" aria-describedby={described} onClick={() => input.current?.click()}>
              {texts.pickAnother}
            </Button>
            <Button weight="quiet" onClick={() => onFile(unplayable.file)}>
              {texts.uploadAnyway}
            </Button>
          </div>
        </div>
      ) : shown === 'choices' ? (
        <div className="grid grid-cols-1 gap-3">
          <Button id={id} weight="quiet" aria-describedby={described} onClick={() => input.current?.click()}>
            <UploadIcon />
            <span>{texts.pick(mediaType)}</span>
          </Button>
          <Button weight="quiet" disabled={mediaType === 'video'} onClick={recorder.begin}>
            {mediaType === 'audio' && <SoundBars size={20} />}
            <span>{texts.record(mediaType)}</span>
          </Button>
        </div>
      ) : (
        <>
          {recorder.stream && <LiveBars stream={recorder.stream} />}
          <Button id={id} onClick={recorder.end}>
            <SoundBars size={20} className="breathing" />
            <span>{texts.stopAt(Math.floor(recorder.seconds ?? 0))}</span>
          </Button>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFileTypes[mediaType]}
        aria-label={texts.pick(mediaType)}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Resets the input, so that the user can pick the same file again.
          target.value = '';
          if (file) onPicked(file);
        }}
      />
      <p id={`${id}-hint`} className="text-sm text-soft">
        {texts.limits[mediaType]}
      </p>
      <p id={`${id}-error`} role="alert" className="text-sm font-medium text-air">
        {problem}
      </p>
    </fieldset>
  );
}

/** Makes the browser ask before the page closes or reloads, while the page holds data that exists nowhere else. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
