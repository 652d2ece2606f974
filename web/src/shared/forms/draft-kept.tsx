import { formTexts } from '../texts/forms.ts';
import { TextButton } from '../ui/button.tsx';

export function DraftKept({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-raised px-4 py-1 text-sm text-soft">
      <span>{formTexts.draftKept}</span>
      <TextButton onClick={onStartOver}>{formTexts.startOver}</TextButton>
    </p>
  );
}
