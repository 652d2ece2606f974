import { useLayoutEffect } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { LoadingBars, StateIllustration } from './bars.tsx';
import { Button, LinkButton } from './button.tsx';
import type { Elements } from './elements.ts';
import { useOnline } from './use-online.ts';

const look =
  'flex min-h-[44dvh] flex-col items-center justify-center gap-5 px-6 py-14 text-center text-soft in-data-section:min-h-0 in-[.card]:min-h-0';

export function EmptyState({ text, children }: { text: string; children?: Elements }) {
  return (
    <div className={look}>
      <StateIllustration />
      <p className="words max-w-[32ch] text-balance">{text}</p>
      {children}
    </div>
  );
}

export function FailedState({ text, onRetry, children }: { text: string; onRetry?: () => void; children?: Elements }) {
  return (
    <div role="alert" className={look}>
      <StateIllustration />
      <p className="words max-w-[32ch] text-balance">{text}</p>
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {onRetry && (
          <Button weight="quiet" onClick={onRetry}>
            {frameTexts.tryAgain}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

export function LoadingState() {
  return useOnline() ? <LoadingBars /> : <EmptyState text={frameTexts.waitingForNetwork} />;
}

/** Shown while data is loading and after its read has failed. */
export const LoadingOrFailedState = ({
  isError,
  ...failure
}: {
  isError: boolean;
  text: string;
  onRetry: () => void;
}) => (isError ? <FailedState {...failure} /> : <LoadingState />);

interface PageTitleProps {
  readonly children: string;
  readonly windowTitle?: string;
  readonly size?: 'large' | 'small';
  readonly lead?: string;
  readonly aside?: Elements;
}

export function PageTitle({ children, windowTitle = children, size = 'large', lead, aside }: PageTitleProps) {
  return (
    <div className="px-4 pt-4 pb-3">
      <WindowTitle>{frameTexts.windowTitle(windowTitle)}</WindowTitle>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1
          className={
            size === 'large'
              ? 'text-[min(2.125rem,15vw)] font-extrabold [font-stretch:86%]'
              : 'text-[1.625rem] font-extrabold [font-stretch:88%]'
          }
        >
          {children}
        </h1>
        {aside}
      </div>
      {lead && <p className="pt-1 text-soft">{lead}</p>}
    </div>
  );
}

export function NotFoundState({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageTitle size="small">{title}</PageTitle>
      <EmptyState text={text}>
        <LinkButton weight="quiet" to="/">
          {frameTexts.toStart}
        </LinkButton>
      </EmptyState>
    </>
  );
}

/** Changes the document's `<title>`. A `<title>` that React renders would be a second element. */
export function WindowTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children;
    return () => {
      document.title = frameTexts.brand;
    };
  }, [children]);
  return null;
}
