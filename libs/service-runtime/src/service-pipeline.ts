import { CommandPipeline, type PipelineOptions } from '@hearsay/event-store';

type Parts = Pick<PipelineOptions, 'aggregates' | 'readModels' | 'writers'>;

interface PipelineUse extends Pick<PipelineOptions, 'pool' | 'nudge' | 'onBatch' | 'guard' | 'log'> {
  readonly config: { readonly IDEMPOTENCY_SECRET: Buffer };
  readonly publish: (subject: string, data: object) => void;
}

/** Shared by the service and its operator program, so that a command has one way only. */
export const servicePipeline = (parts: Parts, { config, publish, ...use }: PipelineUse): CommandPipeline =>
  new CommandPipeline({
    aggregates: parts.aggregates,
    readModels: parts.readModels,
    writers: parts.writers,
    idempotencySecret: config.IDEMPOTENCY_SECRET,
    publish: (message) => publish(message.subject, message.data),
    ...use,
  });
