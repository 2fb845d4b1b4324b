import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
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
          <Button tone="secondary" onClick={onReset}>
            Clear filters
          </Button>
        )
      }
    />
  );
}

interface NotLoadedProps {
  icon: LucideIcon;
  title: string;
  onRetry: () => void;
  retrying: boolean;
  /** Something else to try, for example another page. */
  otherWay?: ReactNode;
}

/** A list that fell back to empty because it could not be loaded (product D27), with another try. */
export function NotLoaded({ icon, title, onRetry, retrying, otherWay }: NotLoadedProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      text="The list could not be loaded."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button tone="secondary" onClick={onRetry} loading={retrying}>
            Try again
          </Button>
          {otherWay}
        </div>
      }
    />
  );
}
