const lookEveryMs = 500;

/**
 * Calls back once when the parent npm is gone. npm passes Ctrl-C on, but a SIGTERM ends only npm, and the system would
 * keep running. Does nothing without npm: such a process may outlive its parent.
 * @param {() => void} callback
 */
export const whenNpmIsGone = (callback) => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, lookEveryMs);
  timer.unref();
};

/**
 * Calls back on a signal that ends processes, and when npm is gone.
 * @param {() => void} callback
 */
export const whenToldToEnd = (callback) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, callback);
  whenNpmIsGone(callback);
};
