import { brand } from '../brand.ts';
import type { LegalDocument } from './document.ts';
import { supportLink } from './links.ts';
import { words } from './words.ts';

export const acceptableUse: LegalDocument = {
  id: 'acceptable-use',
  summary:
    'How to use the service so that it stays safe for you, your colleagues and your patients.',
  sections: [
    {
      id: 'patients',
      title: 'Patient information',
      blocks: [
        {
          list: [
            'Put no information into the service that can identify a patient, unless you have authority to: a lawful basis, and the approval that your organisation asks for.',
            'Redact documents before you use them as evidence, and read them again after the automatic redaction.',
            'Give patients access only to what concerns them, and only for as long as they need it.',
            'Follow your duties of confidentiality and the rules of your organisation and your regulator.',
          ],
        },
      ],
    },
    {
      id: 'accounts',
      title: 'Accounts',
      blocks: [
        {
          list: [
            'Do not share your account or password, and do not use the account of somebody else.',
            'Do not pretend to be another person or to hold a qualification that you do not hold.',
            'Do not open accounts to get a second free trial, or by a machine.',
          ],
        },
      ],
    },
    {
      id: 'conduct',
      title: 'Content and conduct',
      blocks: [
        {
          list: [
            'Upload nothing that is unlawful, that you have no right to use, or that harasses or deceives others.',
            'Submit only evidence that is genuine and your own. Inventing or altering evidence can be a matter for your regulator.',
            'Send no advertising through the service, and do not resell it.',
          ],
        },
      ],
    },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        {
          list: [
            'Spread no malware, and do not disturb or overload the service.',
            'Do not try to get around access controls, limits or payment, or to read data that is not yours.',
            'Do not collect data from the service by automatic means.',
          ],
        },
        words`
          Test the security of the service only with our written permission, given beforehand. If
          you come upon a weakness, tell us at ${supportLink}, do not use it, and give us time to
          mend it. We take no action against somebody who reports in good faith.
        `,
      ],
    },
    {
      id: 'breaches',
      title: 'What follows a breach',
      blocks: [
        words`
          ${brand.company} may remove content, suspend an account or end it, according to how serious
          the breach is. Where we can, we tell you first and give you the chance to put it right.
          Where the law asks for it, we inform the authorities. Report misuse to ${supportLink}.
        `,
      ],
    },
  ],
};
