import { useState } from 'react';
import { readStored, writeStored } from '../../shared/store/storage.ts';
import { adminTexts } from '../../shared/texts/admin.ts';
import { CloseButton } from '../../shared/ui/close-button.tsx';

const texts = adminTexts.duties;
const keyOf = (accountId: string) => `duties-closed:${accountId}`;

/** Explains the role to a new ambassador. Stays hidden in this browser once the ambassador has closed it. */
export function AmbassadorIntroCard({ accountId }: { accountId: string }) {
  const [isClosed, setIsClosed] = useState(() => Boolean(readStored(keyOf(accountId))));
  if (isClosed) return null;
  const close = () => {
    writeStored(keyOf(accountId), '1');
    setIsClosed(true);
  };
  return (
    <section className="card">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-[1.1875rem] font-bold">{texts.title}</h2>
        <CloseButton label={texts.close} onClick={close} />
      </div>
      <ul className="mt-1 flex list-disc flex-col gap-1.5 pl-5">
        {texts.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
