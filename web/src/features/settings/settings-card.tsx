import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { settingsTexts } from '../../shared/texts/settings.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Elements } from '../../shared/ui/elements.ts';

export function SettingsCard({ title, children }: { title: string; children: Elements }) {
  return (
    <section className="card flex flex-col gap-4">
      <h2 className="text-[1.1875rem] font-bold">{title}</h2>
      {children}
    </section>
  );
}

interface SaveOrCancelProps {
  readonly save: string;
  readonly saving?: string;
  readonly isSaving: boolean;
  /** Absent inside a form, because the button then submits the form. */
  readonly onSave?: () => void;
  readonly onCancel: () => void;
}

/** In one row, the save button takes the free width. If the buttons do not fit, each takes a row. */
export function SaveOrCancel({ save, saving = settingsTexts.saving, isSaving, onSave, onCancel }: SaveOrCancelProps) {
  return (
    <div className={onSave ? 'arrives flex flex-wrap gap-3' : 'flex flex-wrap gap-3'}>
      <Button type={onSave ? 'button' : 'submit'} className="grow-99" disabled={isSaving} onClick={onSave}>
        {isSaving ? saving : save}
      </Button>
      <Button weight="quiet" className="grow" disabled={onSave && isSaving} onClick={onCancel}>
        {settingsTexts.cancel}
      </Button>
    </div>
  );
}

const FEW = 5;

/** A list's first rows, and the button that shows all of them. */
export function useFewFirst<Row>(rows: readonly Row[]): { shown: readonly Row[]; showAll: Elements } {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || rows.length <= FEW) return { shown: rows, showAll: null };
  const showAll = (
    <button
      type="button"
      className="min-h-11 self-start text-sm font-semibold underline underline-offset-4"
      onClick={() => setWhole(true)}
    >
      {settingsTexts.showAll(rows.length)}
    </button>
  );
  return { shown: rows.slice(0, FEW), showAll };
}

const TO_PROFILE_AFTER_MS = 1000;

/** Returns a function that opens the profile a second later, unless the page was left. */
export function useOpenOwnProfileLater(username: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(`/@${encodeURIComponent(username)}`), TO_PROFILE_AFTER_MS);
  };
}
