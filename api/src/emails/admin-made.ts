import { brand } from 'contract/brand';
import { z } from 'zod';
import { hello } from './hello.ts';
import { layout } from './layout.ts';
import { template } from './template.ts';

/** Sent to every admin when somebody has become one: who may do everything is everybody's business. */
export const adminMade = template(
  z.object({ firstName: z.string(), name: z.string(), email: z.string(), by: z.string() }),
  ({ firstName, name, email, by }, siteUrl) => {
    return layout({
      subject: 'There is a new admin',
      paragraphs: [
        hello(firstName),
        `Somebody was given the rights of an admin at ${brand.company}.`,
        `If you do not know of this, take the role away again, set a new password for the admin who gave it, and write to ${brand.supportEmail}.`,
      ],
      details: [
        ['Admin', name],
        ['Email', email],
        ['Given by', by],
      ],
      action: { label: 'Users', url: `${siteUrl}/admin/users` },
    });
  },
);
