import type { Doc } from '../store/documents.ts';
import { newId } from '../store/ids.ts';

/** An enabled webhook endpoint. Its secret is kept apart. */
export function newWebhookEndpoint(
  created: number,
  url: string,
  given: Partial<Doc<'webhook_endpoint'>> = {},
): Doc<'webhook_endpoint'> {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created,
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
    ...given,
  };
}
