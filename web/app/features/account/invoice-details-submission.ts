import { checkedDetails, type InvoiceDetails, saveInvoiceDetails } from 'contract/invoice-details';
import { call } from '../../lib/http.ts';

/** The rules of the form and the call that saves it; `keep` gets what was saved. */
export function submission(keep: (details: InvoiceDetails) => void) {
  return {
    schema: checkedDetails,
    send: async (body: InvoiceDetails): Promise<void> => {
      keep((await call(saveInvoiceDetails, { body })).details);
    },
  };
}
