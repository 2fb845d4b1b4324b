import { expect, type Page } from '@playwright/test';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

let met = 0;

/** Somebody who has no account yet. */
export function somebody(parts: Partial<Person> = {}): Person {
  met += 1;
  return {
    firstName: 'Priya',
    lastName: 'Nair',
    email: `priya.nair.${Date.now()}.${met}@hospital.test`,
    password: 'Retina-2026',
    ...parts,
  };
}

/** Fills in the sign-up form that is open, and sends it. */
export async function sendSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(person.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
}

/** Signs up on the form and waits for the login page that follows, which has the e-mail. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await sendSignUp(page, person);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
}

/** Logs in on the form and waits until the shell or the home page is there. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Fills in the form of a new password that is open, and sends it. */
export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

export const admin = { email: 'admin@demo.test', password: 'Demo-1234!' };
export const demoUser = { email: 'user@demo.test', password: 'Demo-1234!' };

/** Fills a card in on a hosted page. */
export async function fillCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('12 / 99');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Priya Nair');
}

/** Fills in the hosted checkout page and submits it. */
export async function payWith(page: Page, card: string): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', { name: /^(Start trial|Subscribe)$/ }).click();
}

/** Chooses a plan on the plans page; the browser is on the hosted page afterwards. */
export async function choose(page: Page, product: string, cycle: 'Monthly' | 'Yearly') {
  await page.goto('/user/subscriptions/plans');
  await page.getByRole('radio', { name: new RegExp(`^${cycle}`) }).check({ force: true });
  await page
    .getByRole('article', { name: product })
    .getByRole('button', { name: `Subscribe ${cycle}` })
    .click();
  await expect(page.getByLabel('Card number')).toBeVisible();
}

/** Cancels what is held, on the page of one's subscriptions. */
export async function cancel(page: Page, product: string): Promise<void> {
  await page
    .getByRole('article', { name: product })
    .getByRole('button', { name: 'Cancel', exact: true })
    .click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(
    page.getByText('Subscription will be cancelled at the end of the billing period'),
  ).toBeVisible();
}
