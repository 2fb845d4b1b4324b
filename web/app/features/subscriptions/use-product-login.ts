import { useQuery } from '@tanstack/react-query';
import { loginProduct, productLogin } from 'contract/product-logins';
import { call } from '../../lib/http.ts';
import { HttpError } from '../../lib/http-error.ts';

/** The URL that signs me in to a product, asked for once: each one is written down. */
export function useProductLogin(name: string) {
  return useQuery({
    queryKey: ['product-login', name],
    queryFn: async ({ signal }) => {
      const product = loginProduct.safeParse(name);
      if (!product.success) throw new HttpError(404);
      const params = { product: product.data };
      return (await call(productLogin, { params, silent: true, signal })).url;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
