import { frameTexts } from '../texts/frame.ts';
import { Button } from '../ui/button.tsx';
import { closeDialog, type Dialog } from '../ui/dialog-store.ts';
import { Sheet } from '../ui/sheet.tsx';

/** One question, Cancel and the verb. */
export function ConfirmDialog({ title, detail, verb, answer }: Extract<Dialog, { kind: 'confirm' }>) {
  return (
    <Sheet title={title} onClose={closeDialog}>
      {detail && <p className="pt-1 text-soft">{detail}</p>}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button weight="quiet" className="min-w-32 flex-1" onClick={closeDialog}>
          {frameTexts.cancel}
        </Button>
        <Button
          className="min-w-32 flex-1"
          onClick={() => {
            answer(true);
            closeDialog();
          }}
        >
          {verb}
        </Button>
      </div>
    </Sheet>
  );
}
