import type { NatsConnection, Subscription } from '@nats-io/nats-core';
import { decode, encode } from './wire.js';

/** Fire and forget: what is lost is fetched by its number. */
export const publishLive = (connection: NatsConnection, subject: string, data: object): void => {
  if (!connection.isClosed()) connection.publish(subject, encode(data));
};

export const subscribeLive = <T>(connection: NatsConnection, subject: string, receive: (data: T, subject: string) => void): Subscription =>
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (!error) receive(decode<T>(message.data), message.subject);
    },
  });
