import { brand } from 'contract/brand';
import { loginProducts } from 'contract/product-logins';
import { useSearchParams } from 'react-router';
import { DeliveriesCard } from '../../features/connections/deliveries-card.tsx';
import { EndpointsCard } from '../../features/connections/endpoints-card.tsx';
import { KeysCard } from '../../features/connections/keys-card.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { oneOf } from '../../lib/search-params.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';
import { Segmented } from '../../ui/signed-in/segmented.tsx';

export const meta = () => pageMeta('Connections');

const options = loginProducts.map((value) => {
  return { value, label: brand.products[value].name };
});

/** /admin/connections: how each product asks and is told who may use it. */
export default function Connections() {
  const [search, setSearch] = useSearchParams();
  const product = oneOf(search.get('product'), loginProducts) ?? 'portfolio';
  return (
    <>
      <PageHeader title="Connections" text="How the products learn who may use them." />
      <Segmented
        label="Product"
        options={options}
        value={product}
        onChange={(value) => setSearch({ product: value }, { replace: true })}
      />
      <EndpointsCard key={`endpoints ${product}`} product={product} />
      <KeysCard key={`keys ${product}`} product={product} />
      <DeliveriesCard key={`deliveries ${product}`} product={product} />
    </>
  );
}
