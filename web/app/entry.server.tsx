import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';
import { deferScripts } from './start/defer-scripts.ts';

/** Writes one page of the build to HTML, whole and in reading order. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    // Parts that React would send later, and move into place by script, stay where they belong.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  headers.set('content-type', 'text/html; charset=utf-8');
  // The fallback has nothing to show until its scripts have run, so they are not put off.
  return new Response(context.isSpaMode ? html : deferScripts(html), { status, headers });
}
