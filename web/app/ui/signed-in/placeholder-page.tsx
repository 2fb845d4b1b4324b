import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageHeader } from './page-header.tsx';

/** A page whose content comes later, saying so. */
export function PlaceholderPage({
  title,
  text,
  icon,
  action,
}: {
  title: string;
  text: string;
  icon: LucideIcon;
  /** What can be done meanwhile. */
  action?: ReactNode;
}) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={icon} title={text} action={action} className="py-20" />
      </Card>
    </>
  );
}
