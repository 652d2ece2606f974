import { notificationTexts } from '../../shared/texts/notifications.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useOnline } from '../../shared/ui/use-online.ts';

export function LoadingRows() {
  if (!useOnline()) return <LoadingState />;
  return (
    <ul aria-busy="true" aria-label={notificationTexts.waiting}>
      {[0, 1, 2].map((row) => (
        <li
          key={row}
          className="mx-3 mb-2 flex min-h-16 animate-pulse items-center gap-3 rounded-card border border-line px-4"
        >
          <span className="size-9 rounded-pill bg-line" />
          <span className="flex-1">
            <span className="mb-2 block h-3 w-4/5 rounded-pill bg-line" />
            <span className="block h-2.5 w-1/4 rounded-pill bg-line" />
          </span>
        </li>
      ))}
    </ul>
  );
}
