import { brand } from 'contract/brand';
import { supportLink } from 'contract/legal/links';
import { type Words, words } from 'contract/legal/words';

interface Part {
  id: string;
  title: string;
  blocks: (Words | { list: Words[] })[];
}

/** What the accessibility statement says, part by part (product P356). */
export const statement: Part[] = [
  {
    id: 'standard',
    title: 'What we aim for',
    blocks: [
      words`
        This website and the signed-in area meet the Web Content Accessibility Guidelines (WCAG) 2.2 at
        level AA, but for what is listed below. You can use them by keyboard alone, with a screen reader,
        enlarged to 400 %, at 320 pixels of width, with less motion, and, to read, without scripts.
      `,
    ],
  },
  {
    id: 'tests',
    title: 'How it is tested',
    blocks: [
      'Before each release, by machine, in a real browser:',
      {
        list: [
          'Each kind of screen, empty and filled, is checked against the WCAG rules of axe-core, at 320 and at 1280 pixels of width.',
          'Every link of the public pages is reached and followed by keyboard, and so are menus, dialogs, forms and the buttons of tables.',
          'Pages are looked at for sideways scrolling at 320, 768, 1024 and 1440 pixels.',
          'What happens is also said: errors beside their fields, results and waiting to screen readers.',
        ],
      },
      'Machines find some faults only. We do not yet test with people who use assistive technology every day.',
    ],
  },
  {
    id: 'exceptions',
    title: 'What does not meet it yet',
    blocks: [
      {
        list: [
          'No audit by somebody from outside has been made, and screen readers are not part of the tests. There may be faults that we do not know of.',
          words`
            The pages on which you pay, change a card and read an invoice are Stripe’s, and the chat and the
            form of the ${brand.assistant.name} are sites of others. We do not test them.
          `,
          words`
            ${brand.products.portfolio.name} and ${brand.products.cataract.name} are websites of their own,
            which this statement does not cover.
          `,
          'The yearly statement as a PDF has no tags for screen readers. The page that it is made from says the same.',
          'Toasts, which tell of a result at the edge of the screen, go by themselves after some seconds. What must not be missed is also said in the page.',
        ],
      },
    ],
  },
  {
    id: 'complain',
    title: 'Tell us what does not work',
    blocks: [
      words`
        Write to ${supportLink} or call ${{ link: brand.phone.href, text: brand.phone.shown }}, day or
        night: what you wanted to do, on which page, and with which browser and aids. A person answers. If
        you need something from us in another form, such as large print or read out by telephone, say so.
      `,
      words`
        If our answer does not help, the Equality Advisory and Support Service advises on your rights under
        the Equality Act 2010: ${{
          link: 'https://www.equalityadvisoryservice.com/',
          text: 'equalityadvisoryservice.com',
        }}, telephone 0808 800 0082.
      `,
    ],
  },
];

/** When the statement was last gone over. */
export const reviewed = { iso: '2026-11-22', shown: '22 November 2026' };
