import { formTexts } from '../texts/forms.ts';

export function DraftKept({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raised px-4 py-1 text-sm text-soft">
      <span>{formTexts.draftKept}</span>
      <button
        type="button"
        className="min-h-11 font-semibold text-text underline underline-offset-4"
        onClick={onStartOver}
      >
        {formTexts.startOver}
      </button>
    </p>
  );
}
