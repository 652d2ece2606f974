import { CommandPipeline, type PipelineOptions } from '@hearsay/event-store';

type Parts = Pick<PipelineOptions, 'aggregates' | 'readModels' | 'writers'>;

interface PipelineUse extends Pick<PipelineOptions, 'pool' | 'nudge' | 'onBatch' | 'guard' | 'log'> {
  readonly config: { readonly IDEMPOTENCY_SECRET: Buffer };
  /** Publishes a core NATS message under the service's prefix. */
  readonly publish: (subject: string, data: object) => void;
}

/** The pipeline of a service's parts: the same in the service and in its operators' program, so that a command takes one way only. */
export const servicePipeline = (parts: Parts, { config, publish, ...use }: PipelineUse): CommandPipeline =>
  new CommandPipeline({
    aggregates: parts.aggregates,
    readModels: parts.readModels,
    writers: parts.writers,
    idempotencySecret: config.IDEMPOTENCY_SECRET,
    publish: (message) => publish(message.subject, message.data),
    ...use,
  });
