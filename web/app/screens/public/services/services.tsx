import { brand } from 'contract/brand';
import { pageMeta } from '../../../lib/page-title.ts';
import { Still } from '../../../ui/still.tsx';
import { servicesBody } from './services-still.ts';

export const meta = () =>
  pageMeta(
    brand.assistant.name,
    'Presentations, audit reports, quality-improvement write-ups, scientific posters and portfolios for NHS clinicians, prepared with you.',
  );

/** /services (product P2, P34 to P37) */
export default function Services() {
  return <Still of={servicesBody} />;
}
