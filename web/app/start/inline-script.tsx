import appPage from './app-page.ts?inline-script';
import publicPage from './public-page.ts?inline-script';

const texts = { 'public-page': publicPage, 'app-page': appPage };

/** Puts a script of ours into the document's head, where it runs before the first paint. */
export function InlineScript({ name }: { name: keyof typeof texts }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, written out by the build.
    <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: texts[name] }} />
  );
}
