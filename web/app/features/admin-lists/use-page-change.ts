import { useEffect, useState } from 'react';
import {
  cursorOf,
  type PageCursors,
  type PageParams,
  type PageStep,
  pageStepParams,
} from '../../lib/pagination.ts';

interface Options {
  page: PageParams;
  /** The cursors of the rows that are shown. */
  cursors: PageCursors;
  /** Those rows are of another page: those of this one are still loading. */
  isPlaceholder: boolean;
  /** Takes the change of the URL. */
  onChange: (changes: Record<string, string>) => void;
}

/**
 * Steps through the pages of a list. Only the rows of a page have the cursor to the next, so a step
 * that is asked for before they have loaded is made once they are there.
 */
export function usePageChange({
  page,
  cursors,
  isPlaceholder,
  onChange,
}: Options): (step: PageStep) => void {
  const [pendingStep, setPendingStep] = useState<PageStep>();

  useEffect(() => {
    if (pendingStep === undefined || isPlaceholder) return;
    setPendingStep(undefined);
    if (cursorOf(cursors, pendingStep) === null) return;
    onChange(pageStepParams(page, cursors, pendingStep));
  }, [pendingStep, isPlaceholder, page, cursors, onChange]);

  return (step) => {
    if (isPlaceholder) setPendingStep(step);
    else onChange(pageStepParams(page, cursors, step));
  };
}
