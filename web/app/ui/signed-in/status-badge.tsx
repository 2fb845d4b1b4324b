import type { StatusLook } from '../../lib/status.ts';
import { Badge } from '../badge.tsx';

/** A state as a badge. */
export function StatusBadge({ look }: { look: StatusLook }) {
  return (
    <Badge tone={look.tone} dot>
      {look.label}
    </Badge>
  );
}
