import { useParams } from 'react-router';
import { useProductLogin } from '../../features/subscriptions/use-product-login.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { Leaving } from '../../ui/signed-in/leaving.tsx';

export const meta = () => pageMeta('Login');

/** /user/products/{product}/open: a tab on its way into a product. */
export default function ProductLogin() {
  const { product = '' } = useParams();
  const { data, error, refetch, isFetching } = useProductLogin(product);
  return (
    <Leaving
      title="Logging you in"
      address={data}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
