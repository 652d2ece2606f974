import { useSyncExternalStore } from 'react';
import { OfflineIcon } from '../shared/ui/icons.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-(--header) z-20">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-amber-tint px-4 py-2 text-sm font-semibold text-amber">
          <OfflineIcon size={18} /> You are offline
        </p>
      )}
    </div>
  );
}
