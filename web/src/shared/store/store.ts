/** A value outside of React that components read by `useSyncExternalStore`. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      value = next;
      for (const notify of listeners) notify();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
