import { Refusal } from '@hearsay/contracts';
import type { CommandPipeline } from './command-pipeline.js';
import type { CommandDefinition, ContextWithPayload } from './commands.js';

/**
 * The look-up may refuse a repeat, because things have changed since the first call. So its refusal counts only if no
 * result is stored under the key.
 * @throws Refusal as `lookUp` and `CommandPipeline.execute`
 */
export const executeAfterLookUp = async <Input, Result>(
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
    const refuse = () => {
      throw error;
    };
    return pipeline.execute({ type: definition.type, plan: () => ({ aggregates: {} }), decide: refuse }, null, context);
  }
  return pipeline.execute(definition, input, context);
};
