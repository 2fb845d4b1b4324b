import { planOptions, productOptions } from '../../lib/filter-options.ts';
import { oneOf } from '../../lib/use-address-filters.ts';
import type { Option } from '../../ui/signed-in/select.tsx';

/** Product and plan, as above subscriptions and payments, and the states of one of them. */
export function choicesWith(statusOptions: readonly Option[]) {
  return [
    { key: 'product', name: 'Product', options: productOptions },
    { key: 'plan', name: 'Plan', options: planOptions },
    { key: 'status', name: 'Status', options: statusOptions },
  ];
}

/** What the address chooses of some options; 'all' and what is not offered choose nothing. */
export function chosen<Value extends string>(
  params: URLSearchParams,
  key: string,
  options: readonly { value: Value | 'all' }[],
): Value | undefined {
  const value = oneOf(
    params.get(key),
    options.map((option) => option.value),
  );
  return value === 'all' ? undefined : (value as Value | undefined);
}
