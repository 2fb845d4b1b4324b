import { beginAdvance } from '../clock/test-clock.ts';
import { equal, page, paging } from '../http/list.ts';
import { integer, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { newTestClock } from '../shapes/test-clock.ts';
import { deleteCustomer } from './customers.ts';

const path = '/v1/test_helpers/test_clocks';

/** https://docs.stripe.com/api/test_clocks */
export const testClockRoutes = [
  route('POST', path, { frozen_time: required(integer), name: text }, (work, params) => {
    const clock = newTestClock(work.now(), params.frozen_time, params.name ?? null);
    return work.add('test_helpers.test_clock', clock, 'test_helpers.test_clock.created');
  }),
  route('GET', `${path}/:id`, {}, (work, _, id) => work.get('test_helpers.test_clock', id)),
  route('GET', path, paging, (work, params) =>
    page(work, 'test_helpers.test_clock', params, [], path),
  ),
  route('POST', `${path}/:id/advance`, { frozen_time: required(integer) }, (work, params, id) => {
    return beginAdvance(work, id, params.frozen_time);
  }),
  route('DELETE', `${path}/:id`, {}, (work, _, id) => {
    const clock = work.get('test_helpers.test_clock', id);
    for (const customer of work.store.all('customer', equal('test_clock', id))) {
      deleteCustomer(work, customer.id);
    }
    work.store.remove('test_helpers.test_clock', id);
    work.emit('test_helpers.test_clock.deleted', clock);
    return { id, object: 'test_helpers.test_clock', deleted: true };
  }),
];
