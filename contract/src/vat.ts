import { brand } from './brand.ts';

/** Per cent of VAT in a price, where the company has a VAT number (product B430). */
export const vatPercent = 20;

/** Whether the company charges VAT: then every price has it in it. */
export const chargesVat = brand.legal.vatNumber !== '';

/** 'Prices include VAT at 20%.', to be said wherever a price is agreed to. */
export const vatIncluded = `Prices include VAT at ${vatPercent}%.`;
