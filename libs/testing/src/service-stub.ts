import { type CallContext, Refusal, rpcSubject } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/transport-node';

type Answer = (input: unknown, context: CallContext) => object;

interface StubbedCall {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
}

export const createTestServiceStub = (
  connection: NatsConnection,
  prefix: string,
  service: string,
  answers: Readonly<Record<string, Answer>>,
): { stop(): void } => {
  const subscription = connection.subscribe(`${prefix}${rpcSubject(service, '*')}`, {
    callback: (error, message) => {
      if (error) return;
      const outputs = message.json<StubbedCall[]>().map((call) => {
        const answer = answers[call.name];
        if (!answer)
          return { id: call.id, refusal: { code: 'not_found', message: `No stub for ${call.name}`, details: {} } };
        try {
          return { id: call.id, output: answer(call.input, call.context) };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return { id: call.id, refusal: { code: error.code, message: error.message, details: error.details } };
        }
      });
      message.respond(JSON.stringify(outputs));
    },
  });
  return { stop: () => subscription.unsubscribe() };
};
