import { Refusal } from '@hearsay/contracts';
import type { CommandPipeline } from './command-pipeline.js';
import type { CommandDefinition, ContextWithPayload } from './commands.js';

/**
 * Looks up the input of a command and runs it. The look-up may refuse a repeated call, because data has changed since
 * the first call. Its refusal therefore counts only if no result is stored under the key.
 * @throws the refusals of `lookUp` and of `CommandPipeline.execute`
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
