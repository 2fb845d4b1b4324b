import Tags from 'lucide-react/icons/tags';
import { pageMeta } from '../../lib/page-title.ts';
import { PlaceholderPage } from '../../ui/signed-in/placeholder-page.tsx';

export const meta = () => pageMeta('Pricing plans');

/** /admin/pricing-plans */
export default function PricingPlans() {
  return (
    <PlaceholderPage
      title="Pricing plans"
      text="Pricing plan management features are coming soon."
      icon={Tags}
    />
  );
}
