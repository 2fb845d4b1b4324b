import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Timeline } from './timeline.tsx';

const entry = {
  ...{ at: '2036-05-09T12:00:00.000Z', event: 'Subscription ended' },
  ...{ rule: 'What has ended gives no access.', result: 'No access' },
};

test('what happened twice in one second stands twice, and not any more where it is not among the entries', () => {
  const { container, rerender } = render(<Timeline entries={[entry, entry]} />);
  const events = () =>
    [...container.querySelectorAll('p.font-semibold')].map(({ textContent }) => textContent);
  expect(events()).toEqual([entry.event, entry.event]);
  rerender(<Timeline entries={[{ ...entry, event: 'Account made' }]} />);
  expect(events()).toEqual(['Account made']);
});
