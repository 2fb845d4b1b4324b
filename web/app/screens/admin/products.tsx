import Package from 'lucide-react/icons/package';
import { pageMeta } from '../../lib/page-title.ts';
import { PlaceholderPage } from '../../ui/signed-in/placeholder-page.tsx';

export const meta = () => pageMeta('Products');

/** /admin/products */
export default function Products() {
  return (
    <PlaceholderPage
      title="Products"
      text="Product management features are coming soon."
      icon={Package}
    />
  );
}
