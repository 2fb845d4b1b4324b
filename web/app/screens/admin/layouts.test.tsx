import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, setWidth, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { specifiedLists } from '../../testing/specified-lists.ts';

const table = 1280;

test.each(specifiedLists)(
  'the rows of $path are compact below 1280 px and a table from there on, with the same in them',
  async ({ path, columns, row, body }) => {
    signIn('admin');
    stubCall(path, body);
    setWidth(320);
    open(path);
    const cards = () => inMain('ul > li:has(dl)');
    for (const width of [320, table - 1]) {
      setWidth(width);
      await waitFor(() => expect(cards(), `${width} px`).toHaveLength(1));
      // What stands in the first line is read out first.
      const names = texts(inMain('ul > li dt'));
      expect(names.toSorted()).toEqual(columns.toSorted());
      const told = names.map((name) => row[columns.indexOf(name)]);
      expect(texts(inMain('ul > li dd'))).toEqual(told);
      expect(screen.queryByRole('table')).toBeNull();
    }
    for (const width of [table, 1440]) {
      setWidth(width);
      await waitFor(() => expect(screen.getByRole('table')).toBeVisible());
      expect(texts(screen.getAllByRole('columnheader'))).toEqual(columns);
      expect(texts(inMain('tbody tr > *'))).toEqual(row);
      expect(cards()).toEqual([]);
    }
  },
);
