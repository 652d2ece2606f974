import { frameTexts } from '../../shared/texts/frame.ts';
import { Bars } from '../../shared/ui/bars.tsx';
import type { Elements } from '../../shared/ui/elements.ts';
import { WindowTitle } from '../../shared/ui/window-title.ts';

export function AccountFrame({ title, lead, children }: { title: string; lead: string; children: Elements }) {
  return (
    <div className="px-4 pt-10 pb-16">
      <WindowTitle>{frameTexts.windowTitle(title)}</WindowTitle>
      <Bars size={52} className="-ml-1 text-air" />
      <h1 className="mt-5 text-[min(2.125rem,15vw)] font-extrabold [font-stretch:86%]">{title}</h1>
      <p className="mt-1 mb-7 text-soft">{lead}</p>
      {children}
    </div>
  );
}
