import type { NatsConnection, Subscription, SubscriptionOptions } from '@nats-io/nats-core';

/** A connection that loses messages to its inboxes (acknowledgements, deliveries): `isLost` is asked for each by its number, from 1 on. */
export const losingMessages = (connection: NatsConnection, isLost: (number: number) => boolean): NatsConnection => {
  let received = 0;
  const subscribe = (subject: string, options?: SubscriptionOptions): Subscription => {
    const { callback } = options ?? {};
    if (!callback || !subject.startsWith('_INBOX')) return connection.subscribe(subject, options);
    return connection.subscribe(subject, {
      ...options,
      callback: (error, message) => {
        received += 1;
        if (!isLost(received)) callback(error, message);
      },
    });
  };
  return new Proxy(connection, {
    get: (object, property) => {
      if (property === 'subscribe') return subscribe;
      const value = Reflect.get(object, property) as unknown;
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
};
