import { reportTexts } from '../../shared/texts/reports.ts';
import { Button } from '../../shared/ui/button.tsx';
import { previewOf } from './report-preview.ts';
import type { Deletion } from './use-delete-reported.ts';

const texts = reportTexts.deletion;

interface ReportedDeletionProps {
  /** How many reports are ticked. */
  readonly chosen: number;
  readonly deletion: Deletion | null;
  readonly onDelete: () => void;
}

/** Deletes what the ticked reports are about: how many, how far that is, and what could not be deleted. */
export function ReportedDeletion({ chosen, deletion, onDelete }: ReportedDeletionProps) {
  const isRunning = deletion?.isRunning ?? false;
  const failed = deletion?.failed ?? [];
  return (
    <section
      aria-label={texts.label}
      className="floating sticky bottom-[calc(var(--nav-now)+12px)] z-10 mx-3 mt-3 flex flex-col gap-2 rounded-card border border-line bg-raised p-3"
    >
      <p role="status" className="text-sm font-semibold">
        {isRunning && deletion ? texts.running(deletion.done + 1, deletion.of) : texts.chosen(chosen)}
      </p>
      {isRunning && deletion && (
        <progress className="block h-1.5 w-full" aria-label={texts.label} value={deletion.done} max={deletion.of} />
      )}
      <div role="alert" className="text-sm font-medium text-air empty:hidden">
        {failed.length > 0 && (
          <p>
            {texts.failed(
              failed.map(
                ({ contentPreview, contentType }) => previewOf(contentPreview) ?? reportTexts.kinds[contentType],
              ),
            )}
          </p>
        )}
      </div>
      <Button disabled={chosen === 0 || isRunning} onClick={onDelete}>
        {texts.submit}
      </Button>
    </section>
  );
}
