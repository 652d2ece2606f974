import clsx from 'clsx';
import { CloseIcon } from './icons.tsx';

interface CloseButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly className?: string;
}

export const CloseButton = ({ label, onClick, className }: CloseButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={clsx('grid size-11 place-items-center rounded-control', className)}
  >
    <CloseIcon />
  </button>
);
