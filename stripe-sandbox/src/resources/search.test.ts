import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing/harness.ts';

test('customers are found by what Stripe lets be searched', async () => {
  const { stripe } = await startTestSandbox();
  const kinds = { 'Ada L': 'person', 'Ada "Ltd"': 'team' };
  for (const [name, kind] of Object.entries(kinds)) {
    await stripe.customers.create({ name, email: 'Ada@example.test', metadata: { kind } });
  }
  await stripe.customers.create({ name: 'Bo', email: 'bo@example.test' });
  const found = async (query: string) =>
    (await stripe.customers.search({ query })).data.map(({ name }) => name).reverse();
  expect(await found('email:"ada@example.test"')).toEqual(['Ada L', 'Ada "Ltd"']);
  expect(await found('email:"ada@example.test" AND -metadata["kind"]:"team"')).toEqual(['Ada L']);
  expect(await found("name:'Bo' OR metadata['kind']:'team'")).toEqual(['Ada "Ltd"', 'Bo']);
  expect(await found('name:"Ada \\"Ltd\\""')).toEqual(['Ada "Ltd"']);
  expect(await found('email~"example" name~"ada"')).toHaveLength(2);
  expect(await found('metadata["kind"]:null')).toEqual(['Bo']);
  expect(await found('created>1 -email:"bo@example.test"')).toHaveLength(2);
  expect(await found('created<1')).toEqual([]);
});

test('what is found comes in pages, and what cannot be read is refused', async () => {
  const { stripe } = await startTestSandbox();
  for (let count = 0; count < 3; count += 1) await stripe.customers.create({ name: 'Ada' });
  const first = await stripe.customers.search({ query: 'name:"Ada"', limit: 2 });
  expect(first).toMatchObject({ object: 'search_result', has_more: true });
  expect(first.data).toHaveLength(2);
  const all = stripe.customers.search({ query: 'name:"Ada"', limit: 2 });
  expect(await all.autoPagingToArray({ limit: 10 })).toHaveLength(3);
  for (const query of ['', 'ada', 'balance:1', 'name:"a" AND name:"b" OR name:"c"', 'name:']) {
    await expect(stripe.customers.search({ query })).rejects.toMatchObject({
      ...{ statusCode: 400, param: 'query' },
    });
  }
});
