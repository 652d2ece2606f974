/** Open files that are reserved for NATS, Redis, the health server, the child process and files. */
const reservedFiles = 64;
const shareOfSockets = 0.75;

/** The soft `ulimit -n`, or infinity if it is unlimited or unknown. */
export const openFileLimit = (): number => {
  // Without `excludeNetwork`, the report looks up every peer in DNS. Node's types lack this setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
};

/** The maximum numbers of client connections, and of sockets among them, for this limit of open files. */
export const connectionLimits = (files: number): { connections: number; sockets: number } => {
  const connections = Math.max(files - reservedFiles, 2);
  return { connections, sockets: Math.max(Math.floor(connections * shareOfSockets), 1) };
};
