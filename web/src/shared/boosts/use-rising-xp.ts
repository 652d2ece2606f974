import { type RefObject, useEffect, useRef } from 'react';

/** What a boost earns rises from its button whenever `earned` has grown: the server has taken the boost by then. */
export function useRisingXp(from: RefObject<HTMLElement | null>, earned: number): void {
  const shown = useRef(earned);
  useEffect(() => {
    const isNew = earned > shown.current;
    shown.current = earned;
    if (!isNew) return;
    import('../earnings/rise.ts').then(
      ({ riseFrom }) => from.current && riseFrom(from.current),
      // Nothing is lost but a small joy.
      () => undefined,
    );
  }, [earned, from]);
}
