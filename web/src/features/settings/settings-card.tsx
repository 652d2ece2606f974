import { useEffect, useRef } from 'react';
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

const TO_PROFILE_AFTER_MS = 1000;

export function useOpenOwnProfileLater(username: string): () => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current = setTimeout(() => navigate(`/@${encodeURIComponent(username)}`), TO_PROFILE_AFTER_MS);
  };
}
