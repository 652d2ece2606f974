import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { decode, encode } from './wire.js';

/** Publishes a message that may be lost. Readers then fetch the same data later. @throws if it is too large */
export const publishLive = (connection: NatsConnection, subject: string, data: object): void => {
  if (!connection.isClosed()) connection.publish(subject, encode(data));
};

/** Subscribes to live messages. All errors go to `onError`, so that no message ends the process. */
export const subscribeLive = <T>(
  connection: NatsConnection,
  subject: string,
  receive: (data: T, subject: string) => unknown,
  onError: (error: unknown) => void = () => undefined,
): Subscription =>
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) return onError(error);
      try {
        const received = receive(decode<T>(message.data), message.subject);
        if (received instanceof Promise) received.catch(onError);
      } catch (fault) {
        onError(fault);
      }
    },
  });
