import { brand } from 'contract/brand';
import { pageMeta } from '../../../lib/page-title.ts';
import { Still } from '../../../ui/still.tsx';
import { aboutBody } from './about-still.ts';

export const meta = () =>
  pageMeta(
    'About Us',
    `${brand.company} builds software for clinicians: what we believe, what we make, how we treat data, and how to reach us.`,
  );

/** /about-us (product P3, P38, P39) */
export default function About() {
  return <Still of={aboutBody} />;
}
