import type { StatusDisplay } from '../../lib/status.ts';
import { Badge } from '../badge.tsx';

/** A status as a badge. */
export function StatusBadge({ status }: { status: StatusDisplay }) {
  return (
    <Badge tone={status.tone} dot>
      {status.label}
    </Badge>
  );
}
