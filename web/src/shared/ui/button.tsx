import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

type Weight = 'strong' | 'quiet';

const look = (weight: Weight) =>
  clsx(
    'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-5 py-1.5 text-center font-semibold [overflow-wrap:break-word] transition-[scale,opacity] duration-150 active:scale-[0.98]',
    'disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-raised disabled:text-faint disabled:active:scale-100',
    weight === 'strong' ? 'bg-air text-air-ink' : 'border border-line bg-surface text-text',
  );

interface ButtonProps extends ComponentProps<'button'> {
  readonly weight?: Weight;
}

export function Button({ weight = 'strong', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={clsx(look(weight), className)} {...rest} />;
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  readonly weight?: Weight;
}

export function LinkButton({ weight = 'strong', className, ...rest }: LinkButtonProps) {
  return <Link className={clsx(look(weight), className)} {...rest} />;
}

export function TextButton(props: Pick<ComponentProps<'button'>, 'onClick' | 'children'>) {
  return <button type="button" className="min-h-11 font-semibold text-text underline underline-offset-4" {...props} />;
}
