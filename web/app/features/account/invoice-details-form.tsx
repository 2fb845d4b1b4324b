import type { InvoiceDetails } from 'contract/invoice-details';
import * as messages from 'contract/messages';
import { chargesVat } from 'contract/vat';
import { notify } from '../../lib/notify.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/signed-in/select.tsx';
import { countryOptions } from './country-options.ts';
import { useKeepInvoiceDetails } from './use-invoice-details.ts';

/** The fields of an invoice's address, as a letter has them. Errors stand under their fields. */
export function InvoiceDetailsForm({ details }: { details: InvoiceDetails }) {
  const keep = useKeepInvoiceDetails();
  const { form, field, busy, refusal } = useForm({
    load: async () => (await import('./invoice-details-submission.ts')).submission(keep),
    logMessage: 'Saving the invoice details failed',
    onSuccess: () => notify.success(messages.invoiceDetailsSaved),
  });
  const text = (name: Exclude<keyof InvoiceDetails, 'country'>) => ({
    defaultValue: details[name],
    ...field(name),
  });
  return (
    <form noValidate aria-label="Invoice details" {...form} className="space-y-5 p-5 sm:p-6">
      <p className="max-w-2xl text-sm leading-6 text-ink-soft">
        Your invoices name whoever you say here: an organisation, for example the trust that pays
        you back, stands above your name. Invoices that have been issued stay as they are.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...text('name')} />
        <TextField
          label="Organisation (optional)"
          autoComplete="organization"
          {...text('organisation')}
        />
        <TextField label="Address" autoComplete="address-line1" {...text('line1')} />
        <TextField
          label="Address line 2 (optional)"
          autoComplete="address-line2"
          {...text('line2')}
        />
        <TextField label="Town or city" autoComplete="address-level2" {...text('city')} />
        <TextField label="Postcode" autoComplete="postal-code" {...text('postcode')} />
        <Select
          label="Country"
          name="country"
          autoComplete="country"
          options={countryOptions()}
          defaultValue={details.country}
        />
        {chargesVat && (
          <TextField
            label="VAT number (optional)"
            autoComplete="off"
            hint="Of the organisation, such as GB123456789"
            {...text('vat_number')}
          />
        )}
        <TextField
          label="Reference (optional)"
          autoComplete="off"
          hint="Such as a purchase order number"
          {...text('reference')}
        />
      </div>
      {refusal && <FieldError text={refusal} />}
      <Button type="submit" loading={busy}>
        {busy ? 'Saving...' : 'Save invoice details'}
      </Button>
    </form>
  );
}
