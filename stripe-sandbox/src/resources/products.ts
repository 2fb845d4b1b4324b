import { invalid } from '../http/errors.ts';
import { equal, page, pagingByTime } from '../http/list.ts';
import { flag, hash, list, metadata, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { newProduct } from '../shapes/product.ts';
import { newId } from '../store/ids.ts';
import { mergeMetadata, present } from './updates.ts';

const fields = {
  active: flag,
  description: text,
  images: list(text),
  marketing_features: list(hash({ name: required(text) })),
  metadata,
  statement_descriptor: text,
  tax_code: text,
  unit_label: text,
  url: text,
};

/** https://docs.stripe.com/api/products */
export const productRoutes = [
  route('POST', '/v1/products', { ...fields, id: text, name: required(text) }, (work, params) => {
    const { id, name, ...given } = params;
    if (id && work.store.find('product', id)) {
      throw invalid('Product already exists.', 'id', 'resource_already_exists');
    }
    const base = { id: id ?? newId('prod'), name, created: work.now() };
    return work.add('product', newProduct(base, present(given)), 'product.created');
  }),
  route('GET', '/v1/products/:id', {}, (work, _, id) => work.get('product', id)),
  route(
    'POST',
    '/v1/products/:id',
    { ...fields, name: text, default_price: text },
    (work, params, id) => {
      const product = work.get('product', id);
      if (params.default_price) work.get('price', params.default_price, 'default_price');
      const changes = { ...mergeMetadata(product, params), updated: work.now() };
      return work.change('product', id, changes, 'product.updated');
    },
  ),
  route('DELETE', '/v1/products/:id', {}, (work, _, id) => {
    const product = work.get('product', id);
    if (work.store.all('price', equal('product', id)).length > 0) {
      throw invalid(
        'This product cannot be deleted because it has one or more user-created prices.',
      );
    }
    work.store.remove('product', id);
    work.emit('product.deleted', product);
    return { id, object: 'product', deleted: true };
  }),
  route(
    'GET',
    '/v1/products',
    { ...pagingByTime, active: flag, ids: list(text), url: text },
    (work, params) =>
      page(
        work,
        'product',
        params,
        [
          ...equal('active', params.active),
          ...equal('url', params.url),
          ...(params.ids ? [{ path: 'id', op: 'in' as const, value: params.ids }] : []),
        ],
        '/v1/products',
      ),
  ),
];
