interface Named {
  readonly name: string;
  /** Runs only when `--only` or `--with` names it. */
  readonly isExtra?: boolean;
}

/** The names behind an option, which may be written with a space or `=`; undefined when the option is not there. */
const namesBehind = (option: string, args: readonly string[]): readonly string[] | undefined => {
  const at = args.findIndex((argument) => argument === option || argument.startsWith(`${option}=`));
  return at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1] ?? '').split(',');
};

/**
 * The steps that `npm test` runs: all but the extra ones, those with the extra ones of `--with`, or those of `--only` alone.
 * @throws {Error} with all names when an option names a step that does not exist
 */
export const chosenSteps = <Step extends Named>(steps: readonly Step[], args: readonly string[]): readonly Step[] => {
  const only = namesBehind('--only', args);
  const added = namesBehind('--with', args);
  const unknown = [...(only ?? []), ...(added ?? [])].filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ') || '(none named)'}: ${steps.map((step) => step.name).join(', ')}.`,
    );
  return steps.filter(({ name, isExtra }) => added?.includes(name) || (only ? only.includes(name) : !isExtra));
};
