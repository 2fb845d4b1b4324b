import { useEffect, useState } from 'react';
import { type Cursors, type Place, turn } from '../../lib/paging.ts';

type Step = 1 | -1;

interface Options {
  place: Place;
  /** The ways on and back of the rows that are shown. */
  cursors: Cursors;
  /** Those rows are of another page: those of this one are on their way. */
  arriving: boolean;
  /** Takes the change of the address. */
  onTurn: (changes: Record<string, string>) => void;
}

/**
 * Turns the pages of a list. Only the rows of a page know the way on from it, so a step that is
 * asked for before they have come is made once they are there.
 */
export function useTurn({ place, cursors, arriving, onTurn }: Options): (step: Step) => void {
  const [wanted, setWanted] = useState<Step>();

  useEffect(() => {
    if (wanted === undefined || arriving) return;
    setWanted(undefined);
    const leads = (wanted === 1 ? cursors.next : cursors.previous) !== null;
    if (leads) onTurn(turn(place, cursors, wanted));
  }, [wanted, arriving, place, cursors, onTurn]);

  return (step) => {
    if (arriving) setWanted(step);
    else onTurn(turn(place, cursors, step));
  };
}
