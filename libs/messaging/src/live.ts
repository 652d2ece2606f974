import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { decode, encode } from './wire.js';

/** Readers fetch the changes of a lost message by number. @throws when the message exceeds the server's limit */
export const publishLive = (connection: NatsConnection, subject: string, data: object): void => {
  if (!connection.isClosed()) connection.publish(subject, encode(data));
};

/** Passes errors of reading and receiving to `onError`, so that no message ends the process. */
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
