import { useUser } from '../../features/users/use-user.ts';
import type { Chip } from '../../ui/signed-in/filter-chips.tsx';

/** Says whose rows a list shows, where it is narrowed to one user. `word` comes before the name. */
export function useUserChip(
  id: string | undefined,
  onRemove: () => void,
  word = 'Of',
): Chip | undefined {
  const { data } = useUser(id);
  if (id === undefined) return undefined;
  return {
    label: `${word} ${data ? `${data.first_name} ${data.last_name}` : 'one user'}`,
    onRemove,
  };
}
