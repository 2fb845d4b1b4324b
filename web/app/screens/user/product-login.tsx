import { useParams } from 'react-router';
import { useProductLogin } from '../../features/subscriptions/use-product-login.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { ExternalRedirect } from '../../ui/signed-in/external-redirect.tsx';

export const meta = () => pageMeta('Login');

/** /user/products/{product}/open: a tab on its way into a product. */
export default function ProductLogin() {
  const { product = '' } = useParams();
  const { data, error, refetch, isFetching } = useProductLogin(product);
  return (
    <ExternalRedirect
      title="Logging you in"
      url={data}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
