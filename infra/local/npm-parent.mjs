/** How often it looks whether npm is still there. */
const lookEveryMs = 500;

/**
 * Calls back once when npm, which has started this process, is gone. npm and its shell pass Ctrl-C on, but a SIGTERM to npm ends only
 * npm; without this the system would run on unseen. Started without npm, a process may outlive its parent.
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
 * Calls back when the process is told to end: by a signal, or because npm is gone.
 * @param {() => void} callback
 */
export const whenToldToEnd = (callback) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, callback);
  whenNpmIsGone(callback);
};
