import { page, paging } from '../http/list.ts';
import { flag, list, metadata, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { newWebhookEndpoint } from '../shapes/webhook-endpoint.ts';
import { randomText } from '../store/ids.ts';
import { mergeMetadata, present } from './updates.ts';

/** https://docs.stripe.com/api/webhook_endpoints */
export const webhookEndpointRoutes = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    {
      api_version: text,
      description: text,
      enabled_events: required(list(text)),
      metadata,
      url: required(text),
    },
    (work, { url, ...params }) => {
      const secret = `whsec_${randomText(32)}`;
      const endpoint = newWebhookEndpoint(work.now(), url, present(params));
      work.save('webhook_endpoint', endpoint, { secret });
      return { ...endpoint, secret };
    },
  ),
  route('GET', '/v1/webhook_endpoints/:id', {}, (work, _, id) => work.get('webhook_endpoint', id)),
  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    { description: text, disabled: flag, enabled_events: list(text), metadata, url: text },
    (work, { disabled, ...params }, id) => {
      const endpoint = work.get('webhook_endpoint', id);
      const status = disabled === undefined ? {} : { status: disabled ? 'disabled' : 'enabled' };
      const changed = { ...endpoint, ...mergeMetadata(endpoint, params), ...status };
      work.save('webhook_endpoint', changed);
      return changed;
    },
  ),
  route('DELETE', '/v1/webhook_endpoints/:id', {}, (work, _, id) => {
    work.get('webhook_endpoint', id);
    work.store.remove('webhook_endpoint', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  route('GET', '/v1/webhook_endpoints', paging, (work, params) =>
    page(work, 'webhook_endpoint', params, [], '/v1/webhook_endpoints'),
  ),
];
