import { publishTexts as texts } from '../../shared/texts/publish.ts';

export function UploadProgress({ sent, size }: { sent: number; size: number }) {
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0;
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={texts.uploading}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 flex-1 overflow-hidden rounded-pill bg-raised"
      >
        <div
          className="h-full origin-left bg-air transition-transform duration-200"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <span className="text-sm text-soft tabular-nums">{texts.percent(percent)}</span>
    </div>
  );
}
