import { frameTexts } from '../shared/texts/frame.ts';
import { OfflineIcon } from '../shared/ui/frame-icons.tsx';
import { useOnline } from '../shared/ui/use-online.ts';

export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-amber-tint px-4 py-2 text-sm font-semibold text-amber">
          <OfflineIcon size={18} />
          <span>{frameTexts.offline}</span>
        </p>
      )}
    </div>
  );
}
