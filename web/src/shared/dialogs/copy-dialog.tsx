import { frameTexts } from '../texts/frame.ts';
import { Button } from '../ui/button.tsx';
import { closeDialog, type Dialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';

/** Words to copy by hand, all of them selected. */
export function CopyDialog({ title, words }: Extract<Dialog, { kind: 'copy' }>) {
  return (
    <Sheet title={title} onClose={closeDialog}>
      <textarea
        readOnly
        rows={4}
        dir="auto"
        aria-label={title}
        className="field mt-3 resize-none"
        value={words}
        onFocus={({ target }) => target.select()}
      />
      <Button weight="quiet" className="mt-4 w-full" onClick={closeDialog}>
        {frameTexts.close}
      </Button>
    </Sheet>
  );
}
