import { Refusal } from '@hearsay/contracts';
import type { CommandPipeline } from './command-pipeline.js';
import type { CommandDefinition, ContextWithPayload } from './commands.js';

/** Stands in for a command that was refused before it came to the pipeline: only a result that is kept under its key can answer it. */
const refusedBefore = (type: string, refusal: Refusal): CommandDefinition<null, never> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide() {
    throw refusal;
  },
});

/**
 * Executes a command whose input has to be looked up before. What is found may have changed since the first call and refuse a repeat: so such a refusal
 * is the answer only where nothing is kept under the key. A call that is not refused costs nothing more.
 * @throws Refusal as `lookUp` and `CommandPipeline.execute`
 */
export const executeLookedUp = async <Input, Result>(
  pipeline: Pick<CommandPipeline, 'execute'>,
  definition: CommandDefinition<Input, Result>,
  lookUp: () => Promise<Input>,
  context: ContextWithPayload,
): Promise<Result> => {
  let input: Input;
  try {
    input = await lookUp();
  } catch (error) {
    if (!(error instanceof Refusal) || context.idempotencyKey === undefined) throw error;
    return pipeline.execute(refusedBefore(definition.type, error), null, context);
  }
  return pipeline.execute(definition, input, context);
};
