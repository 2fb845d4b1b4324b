import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { documents, notFoundPage, withoutSlash } from './lib/public-pages.ts';
import { deferScripts, nameReactFiles } from './start/defer-scripts.ts';
import { IsDocument } from './start/is-document.ts';

/** Writes one page of the build to HTML, whole and in reading order. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const path = withoutSlash(new URL(request.url).pathname);
  const isDocument = !context.isSpaMode && [...documents, notFoundPage].includes(path);
  const page = (
    <IsDocument value={isDocument}>
      <ServerRouter context={context} url={request.url} />
    </IsDocument>
  );
  // Parts that React would send later, and move into place by script, stay where they belong.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  const html = await new Response(prelude).text();
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(withScripts(html, context, isDocument), { status, headers });
}

function withScripts(html: string, context: EntryContext, isDocument: boolean): string {
  if (isDocument) return nameReactFiles(html, context.manifest);
  // The fallback has nothing to show until its scripts have run, so they are not put off.
  return context.isSpaMode ? html : deferScripts(html);
}
