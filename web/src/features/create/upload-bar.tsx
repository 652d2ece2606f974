import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { frameTexts } from '../../shared/texts/frame.ts';
import { publishTexts as texts } from '../../shared/texts/publish.ts';
import { CloseButton } from '../../shared/ui/close-button.tsx';
import { currentUpload } from './current-upload.ts';
import { UploadProgress } from './upload-progress.tsx';

const form = { path: '/create', query: '?type=podcast' };

export default function UploadBar() {
  const upload = useSyncExternalStore(currentUpload.subscribe, currentUpload.state);
  const { pathname, search } = useLocation();
  useEffect(() => () => currentUpload.cancel(), []);
  const { step } = upload;
  if (step === 'none' || (pathname === form.path && search === form.query)) return null;
  const isDone = step === 'done';
  return (
    <section
      aria-label={texts.uploading}
      className="blurred-bar flex flex-wrap items-center gap-x-3 border-b border-line px-4 py-1"
    >
      <div className="min-w-0 flex-[1_1_8rem] py-1">
        <Link to={form.path + form.query} className="grid min-h-6 items-center leading-tight font-semibold">
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {upload.name}
          </span>
          {step !== 'going' && (
            <span className={isDone ? 'text-sm font-normal text-soft' : 'text-sm text-air'}>
              {isDone ? texts.readyToPublish : texts.uploadFailed}
            </span>
          )}
        </Link>
        {step === 'going' && <UploadProgress sent={upload.sent} size={upload.size} />}
      </div>
      <div className="-mr-2 ml-auto flex items-center gap-x-3">
        {step === 'failed' && (
          <button
            type="button"
            onClick={currentUpload.retry}
            className="min-h-11 px-1 font-semibold underline underline-offset-4"
          >
            {frameTexts.tryAgain}
          </button>
        )}
        <CloseButton
          label={isDone ? frameTexts.dismiss : texts.cancelUpload}
          className="flex-none text-soft"
          onClick={isDone ? currentUpload.clear : currentUpload.cancel}
        />
      </div>
    </section>
  );
}
