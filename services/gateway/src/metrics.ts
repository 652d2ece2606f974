import { createMetrics } from '@hearsay/service-runtime';
import { Counter, Gauge, Histogram } from 'prom-client';

export const createGatewayMetrics = () => {
  const { registry } = createMetrics('gateway');
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'hearsay_http_seconds',
      help: 'Time to answer an HTTP request, by route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8],
      registers,
    }),
    sockets: new Gauge({ name: 'hearsay_sockets', help: 'Open sockets', registers }),
    socketBytes: new Gauge({
      name: 'hearsay_socket_unread_bytes',
      help: 'Bytes that wait for sockets to read them',
      registers,
    }),
    frames: new Counter({
      name: 'hearsay_room_frames_total',
      help: 'Frames made for rooms, before they are copied to viewers',
      registers,
    }),
    deliveries: new Counter({ name: 'hearsay_deliveries_total', help: 'Room entries written to sockets', registers }),
    slowSockets: new Counter({
      name: 'hearsay_slow_sockets_total',
      help: 'Sockets that had to resynchronise because they read too slowly',
      registers,
    }),
    refusedUpgrades: new Counter({
      name: 'hearsay_refused_upgrades_total',
      help: 'Refused upgrades, by status',
      labelNames: ['status'],
      registers,
    }),
  };
};

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
