import { useUser } from '../../features/users/use-user.ts';
import type { FilterChip } from '../../ui/signed-in/filter-chips.tsx';

/** Says whose rows a list shows, where it is filtered by one user. `word` comes before the name. */
export function useUserFilterChip(
  id: string | undefined,
  onRemove: () => void,
  word = 'Of',
): FilterChip | undefined {
  const { data } = useUser(id);
  if (id === undefined) return undefined;
  return {
    label: `${word} ${data ? `${data.first_name} ${data.last_name}` : 'one user'}`,
    onRemove,
  };
}
