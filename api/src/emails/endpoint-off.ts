import { inWords, promised } from 'contract/promised';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent to every admin when a product has not been reached for three days, and is not told any more. */
export const endpointOff = template(
  z.object({ firstName: z.string(), product: z.string(), url: z.string() }),
  ({ firstName, product, url }, siteUrl) => {
    return layout({
      subject: `${product} is not told of changes any more`,
      paragraphs: [
        hello(firstName),
        `An endpoint has not answered for ${inWords(promised.endpointDays)} days, so it was switched off. The product may let in people who have lost access.`,
        'Once it answers again, switch it on: what has waited since is sent then.',
      ],
      details: [
        ['Product', product],
        ['Endpoint', url],
      ],
      action: { label: 'Connections', url: `${siteUrl}/admin/connections` },
    });
  },
);
