import { useQuery } from '@tanstack/react-query';
import { loginProducts, productLogin } from 'contract/product-logins';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';
import { oneOf } from '../../lib/search-params.ts';

/** The URL that signs me in to a product, asked for once: each one is written down. */
export function useProductLogin(name: string) {
  return useQuery({
    queryKey: ['product-login', name],
    queryFn: async ({ signal }) => {
      const product = oneOf(name, loginProducts);
      if (!product) throw new HttpError(404);
      const params = { product };
      return (await call(productLogin, { params, silent: true, signal })).url;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
