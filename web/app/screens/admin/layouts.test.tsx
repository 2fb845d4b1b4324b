import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stubCall } from '../../testing/api.ts';
import { open } from '../../testing/open.tsx';
import { inMain, setWidth, texts } from '../../testing/screen.ts';
import { signIn } from '../../testing/session.ts';
import { specifiedLists } from '../../testing/specified-lists.ts';

// Six columns need more room than five.
const lists = specifiedLists.map((list) => ({
  ...list,
  table: list.path === '/admin/users' ? 1024 : 1280,
}));

test.each(lists)(
  'the rows of $path are compact below $table px and a table from there on, with the same in them',
  async ({ path, columns, row, body, table }) => {
    signIn('admin');
    stubCall(path, body);
    setWidth(320);
    open(path);
    const cards = () => inMain('ul > li:has(dl)');
    for (const width of [320, table - 1]) {
      setWidth(width);
      await waitFor(() => expect(cards(), `${width} px`).toHaveLength(1));
      expect(texts(inMain('ul > li dt'))).toEqual(columns);
      expect(texts(inMain('ul > li dd'))).toEqual(row);
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
