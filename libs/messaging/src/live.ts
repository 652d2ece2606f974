import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { decode, encode } from './wire.js';

/**
 * Fire and forget: what is lost is fetched by its number.
 * @throws when the server takes no message of this size.
 */
export const publishLive = (connection: NatsConnection, subject: string, data: object): void => {
  if (!connection.isClosed()) connection.publish(subject, encode(data));
};

/** A message that cannot be read, or at which `receive` throws or answers with a promise that rejects, is dropped and handed to `onError`: no message ends the process. */
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
