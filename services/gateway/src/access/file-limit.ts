/** Connections to NATS and Redis, the health server, the child process and files, with room to spare. */
const reservedFiles = 64;
/** The part of the rest that sockets may take. Requests need the others. */
const shareOfSockets = 0.75;

/** How many files and connections this process may have open (`ulimit -n`); infinite where the system does not say. */
export const openFileLimit = (): number => {
  // Names of peers would be looked up one after the other. The types of Node do not know this setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
};

/** How many connections a limit leaves for clients, and how many of these may be sockets. Beyond it not even health could answer. */
export const roomWithin = (files: number): { connections: number; sockets: number } => {
  const connections = Math.max(files - reservedFiles, 2);
  return { connections, sockets: Math.max(Math.floor(connections * shareOfSockets), 1) };
};
