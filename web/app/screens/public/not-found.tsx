import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { sections } from './places.ts';

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }];

/** Any address the site does not know. */
export default function NotFound() {
  return (
    <MessagePage
      title="Page not found"
      text="The address may be mistyped, or the page has moved. These lead on."
    >
      <ButtonLink to="/" size="large">
        Back to Home
      </ButtonLink>
      <ButtonLink to={sections.pricing} tone="secondary" size="large">
        See plans and prices
      </ButtonLink>
      <ButtonLink to={sections.contact} tone="secondary" size="large">
        Contact Support
      </ButtonLink>
    </MessagePage>
  );
}
