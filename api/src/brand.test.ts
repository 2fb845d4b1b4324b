import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { particulars } from 'contract/brand';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const program = `
  import { brand } from 'contract/brand';
  import { products } from 'contract/catalogue';
  console.log(JSON.stringify([brand.origin, ...products.flatMap((one) => one.loginLinks).map(({ url }) => url)]));`;

it('the address of a site may be set with a slash at its end: what is built on it has no second one', async () => {
  const env = {
    ...process.env,
    BRAND_ORIGIN: 'https://www.eyes.example/',
    BRAND_PORTFOLIO_SITE: 'https://portfolio.eyes.example/',
    BRAND_CATARACT_SITE: 'https://cataract.eyes.example/',
  };
  const options = { env, cwd: import.meta.dirname };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], options);
  const [origin, ...links] = JSON.parse(stdout) as string[];
  expect(origin).toBe('https://www.eyes.example');
  expect(new Set(links)).toEqual(
    new Set(['https://portfolio.eyes.example/login', 'https://cataract.eyes.example/login']),
  );
});

it('product G335: the particulars of the company name what it has, and nothing of VAT where there is none', () => {
  const legal = { name: 'Eyes Ltd', number: '09876543', office: '14 Larch Row', vatNumber: '' };
  const [name, office] = [
    'Eyes Ltd, registered in England and Wales, number 09876543',
    'Registered office: 14 Larch Row',
  ];
  expect(particulars(legal)).toEqual([name, office]);
  expect(particulars({ ...legal, number: '', vatNumber: 'GB123456789' })).toEqual([
    'Eyes Ltd',
    office,
    'VAT number: GB123456789',
  ]);
});
