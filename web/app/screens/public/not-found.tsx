import { pageMeta } from '../../lib/page-title.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { MessagePage } from '../../ui/message-page.tsx';

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }];

/** Any address the site does not know. */
export default function NotFound() {
  return (
    <MessagePage title="Page not found" text="The address may be mistyped, or the page has moved.">
      <ButtonLink to="/">Back to Home</ButtonLink>
    </MessagePage>
  );
}
