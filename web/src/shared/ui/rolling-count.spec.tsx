import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { RollingCount } from './rolling-count.tsx';

it('a rolling count contains only the current count', () => {
  const { container, rerender } = render(<RollingCount value={1_299} />);
  for (const [value, text] of [
    [1_299, '1,299'],
    [1_300, '1,300'],
    [7, '7'],
  ] as const) {
    rerender(<RollingCount value={value} />);
    expect(container.textContent).toBe(text);
  }
});
