import type { PersonView } from 'contract/users';
import { formatDate } from '../../lib/format.ts';
import { emailLine } from '../../lib/person.ts';
import { LinkedLines } from '../../ui/signed-in/linked-lines.tsx';
import { TwoLines } from '../../ui/signed-in/two-lines.tsx';

interface Cell<Value> {
  getValue: () => Value;
}

/** Whose a row is, leading to the page about that user. */
export const userColumn = {
  header: 'User',
  cell: ({ getValue }: Cell<PersonView>) => {
    const { id, first_name, last_name, email } = getValue();
    return (
      <LinkedLines
        first={`${first_name} ${last_name}`}
        second={emailLine(email)}
        to={`/admin/users/${id}`}
      />
    );
  },
};

export const productColumn = {
  id: 'product',
  header: 'Product',
  meta: { width: 'w-44' },
  cell: ({ getValue }: Cell<{ name: string; description: string }>) => (
    <TwoLines first={getValue().name} second={getValue().description} shows="on-hover" />
  ),
};

const cycleText = { monthly: 'Every month', yearly: 'Every year' } as const;

export const planColumn = {
  id: 'plan',
  header: 'Plan',
  meta: { width: 'w-30', isLeftOut: true },
  cell: ({ getValue }: Cell<{ plan_name: string; billing_cycle: keyof typeof cycleText }>) => (
    <TwoLines
      first={getValue().plan_name}
      second={cycleText[getValue().billing_cycle]}
      shows="in-tables"
    />
  ),
};

/** A day, on one line. */
export const dateCell = ({ getValue }: Cell<string>) => (
  <span className="whitespace-nowrap tabular-nums">{formatDate(getValue())}</span>
);
