import {
  type NatsConnection,
  type Payload,
  type RequestOptions,
  type Subscription,
  type SubscriptionOptions,
  TimeoutError,
} from '@nats-io/nats-core';

/**
 * A connection that loses messages to inboxes, such as acknowledgements. `isLost` receives the number of each message,
 * counted from 1.
 */
export const withLostMessages = (connection: NatsConnection, isLost: (number: number) => boolean): NatsConnection => {
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
  const request = async (subject: string, payload?: Payload, options?: RequestOptions) => {
    const answer = await connection.request(subject, payload, options);
    if (subject.startsWith('$JS')) return answer;
    received += 1;
    if (isLost(received)) throw new TimeoutError();
    return answer;
  };
  return changed(connection, { request, subscribe });
};

/** A connection that waits for `act` before each request. */
export const withActBeforeRequests = (
  connection: NatsConnection,
  act: (subject: string) => Promise<void>,
): NatsConnection =>
  changed(connection, {
    request: async (subject, payload, options) => {
      await act(subject);
      return connection.request(subject, payload, options);
    },
  });

const changed = (connection: NatsConnection, methods: Partial<NatsConnection>): NatsConnection =>
  new Proxy(connection, {
    get: (object, property) => {
      if (property in methods) return methods[property as keyof NatsConnection];
      const value = Reflect.get(object, property) as unknown;
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });
