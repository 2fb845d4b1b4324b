import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HttpError } from '../lib/http-error.ts';
import { RequestReference } from './request-reference.tsx';

test.each([
  [new HttpError(500, {}, 'r-1'), 1],
  [new HttpError(503, {}, 'r-1'), 1],
  [new HttpError(500, {}), 0],
  [new HttpError(422, {}, 'r-1'), 0],
  [new HttpError(0), 0],
  [new Error('a fault'), 0],
  [null, 0],
])('%s names its request so often: %i (product E600)', (error, times) => {
  const { container, unmount } = render(<RequestReference error={error} />);
  expect(container.textContent).toBe('Reference: r-1'.repeat(times));
  unmount();
});
