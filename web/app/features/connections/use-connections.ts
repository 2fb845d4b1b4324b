import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createProductKey, deleteProductKey, listProductKeys } from 'contract/product-access';
import {
  createProductEndpoint,
  deleteProductEndpoint,
  enableProductEndpoint,
  listDeliveries,
  listProductEndpoints,
  resendDelivery,
  resendSince,
  rotateProductEndpoint,
  testProductEndpoint,
} from 'contract/product-connections';
import type { LoginProduct } from 'contract/product-logins';
import { call } from '../../lib/http.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../../lib/notify.ts';

/** How often what is told is looked at, while somebody looks at it. */
const everyMs = 5_000;

const keyOf = (what: string, product: LoginProduct) => ['connections', product, what];

export function useEndpoints(product: LoginProduct) {
  return useQuery({
    queryKey: keyOf('endpoints', product),
    queryFn: ({ signal }) =>
      call(listProductEndpoints, { params: { product }, signal, silent: true }),
  });
}

export function useKeys(product: LoginProduct) {
  return useQuery({
    queryKey: keyOf('keys', product),
    queryFn: ({ signal }) => call(listProductKeys, { params: { product }, signal, silent: true }),
  });
}

/** What was told, ten at a time, the newest first. */
export function useDeliveries(product: LoginProduct) {
  return useInfiniteQuery({
    queryKey: keyOf('deliveries', product),
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, {
        params: { product },
        query: { pageSize: 10, ...(pageParam && { cursor: pageParam }) },
        signal,
        silent: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
  });
}

/** Does something to how a product is connected, and reads anew how it is. */
function useAct<Given, Answered extends { message: string }>(
  product: LoginProduct,
  act: (given: Given) => Promise<Answered>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => notify.success(message, { duration: 2000 }),
    onError: (error) => logError('Changing a connection failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['connections', product] }),
  });
}

export const useAddEndpoint = (product: LoginProduct) =>
  useAct(product, (url: string) =>
    call(createProductEndpoint, { params: { product }, body: { url }, silent: true }),
  );

export const useAddKey = (product: LoginProduct) =>
  useAct(product, (body: { name: string; expires_at: string | null }) =>
    call(createProductKey, { params: { product }, body, silent: true }),
  );

export const useEndKey = (product: LoginProduct) =>
  useAct(product, (id: string) => call(deleteProductKey, { params: { product, id } }));

export const useRemoveEndpoint = (product: LoginProduct) =>
  useAct(product, (id: string) => call(deleteProductEndpoint, { params: { product, id } }));

export const useRotate = (product: LoginProduct) =>
  useAct(product, (id: string) => call(rotateProductEndpoint, { params: { product, id } }));

export const useTest = (product: LoginProduct) =>
  useAct(product, (id: string) => call(testProductEndpoint, { params: { product, id } }));

export const useEnable = (product: LoginProduct) =>
  useAct(product, (id: string) => call(enableProductEndpoint, { params: { product, id } }));

export const useResend = (product: LoginProduct) =>
  useAct(product, (id: string) => call(resendDelivery, { params: { id } }));

export const useResendSince = (product: LoginProduct) =>
  useAct(product, ({ id, since }: { id: string; since: string }) =>
    call(resendSince, { params: { product, id }, body: { since }, silent: true }),
  );
