import type { LucideIcon } from 'lucide-react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

/** A page whose content comes later, saying so. */
export function PlaceholderPage({
  title,
  text,
  icon,
}: {
  title: string;
  text: string;
  icon: LucideIcon;
}) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={icon} title={text} className="py-20" />
      </Card>
    </>
  );
}
