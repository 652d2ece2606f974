const lookEveryMs = 500;

/**
 * Calls back once when the parent npm has ended. npm passes Ctrl-C on, but a SIGTERM ends only npm. The system
 * would then keep running. Does nothing in a process that npm has not started.
 * @param {() => void} callback
 */
export const onNpmExit = (callback) => {
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
 * Calls back on SIGINT, SIGTERM or a similar signal, and when the parent npm has ended.
 * @param {() => void} callback
 */
export const onEndSignal = (callback) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, callback);
  onNpmExit(callback);
};
