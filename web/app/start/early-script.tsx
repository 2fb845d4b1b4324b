import { storageKeys } from 'contract/storage';
import { early } from './early.ts';

const keys = {
  token: storageKeys.token,
  user: storageKeys.user,
  plan: storageKeys.selectedPlan,
};

// Only the HTML needs its text: by the time React runs in a browser it has done its work.
const code = import.meta.env.SSR ? `(${early})(${JSON.stringify(keys)})` : '';

/** Puts `early` into the document's head. */
export function EarlyScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, written out by the build.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
