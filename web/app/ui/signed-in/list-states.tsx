import type { LucideIcon } from 'lucide-react';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface Props {
  icon: LucideIcon;
  title: string;
  /** Any filter is set, so the reason may be the filter. */
  filtered: boolean;
  filteredText: string;
  text?: string;
  onReset: () => void;
}

/** Nothing to list: because of the filters, with a way to clear them, or because nothing is there. */
export function NothingFound({ icon, title, filtered, filteredText, text, onReset }: Props) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={filtered ? filteredText : text}
      action={
        filtered && (
          <Button reads tone="secondary" onClick={onReset}>
            Reset filters
          </Button>
        )
      }
    />
  );
}
