import type { LucideIcon } from 'lucide-react';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import FolderOpen from 'lucide-react/icons/folder-open';
import Hourglass from 'lucide-react/icons/hourglass';
import Image from 'lucide-react/icons/image';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import PenLine from 'lucide-react/icons/pen-line';
import Presentation from 'lucide-react/icons/presentation';
import Puzzle from 'lucide-react/icons/puzzle';
import Stethoscope from 'lucide-react/icons/stethoscope';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { IconCardText } from '../icon-card.tsx';

/** The four reasons to use the service. */
export const values: readonly IconCardText[] = [
  {
    icon: Stethoscope,
    title: 'Made for NHS work',
    text: 'We know what an audit cycle, a QI report and a regional talk look like, so there is less to explain.',
  },
  {
    icon: Hourglass,
    title: 'Hours back in your week',
    text: 'Layout, charts, references and the fifth round of edits are ours. The thinking stays yours.',
  },
  {
    icon: PenLine,
    title: 'You stay the author',
    text: 'We write up what you did and found. You see every draft, and nothing is final until you say so.',
  },
  {
    icon: LockKeyhole,
    title: 'Confidential throughout',
    text: 'We work without patient-identifiable data and tell you what to leave out before you send a file.',
  },
];

export interface Service {
  icon: LucideIcon;
  title: string;
  text: string;
  points: readonly string[];
}

/** The six kinds of project (product P36). */
export const services: readonly Service[] = [
  {
    icon: Presentation,
    title: 'Presentations',
    text: 'Slides for teaching, interviews, governance meetings and conferences.',
    points: ['A story before the slides', 'Your trust’s template or a clean one', 'Speaker notes'],
  },
  {
    icon: ClipboardCheck,
    title: 'Audit reports',
    text: 'From a spreadsheet of results to a report your department can act on.',
    points: [
      'Standards and method set out',
      'Charts that answer the question',
      'A plan for re-audit',
    ],
  },
  {
    icon: TrendingUp,
    title: 'Quality-improvement write-ups',
    text: 'Your change told as a QI project, with its cycles and what they showed.',
    points: ['Aim, measures and PDSA cycles', 'Run charts from your data', 'Ready for submission'],
  },
  {
    icon: Image,
    title: 'Scientific posters',
    text: 'A poster that can be read from two metres away, printed or on a screen.',
    points: ['The size the meeting asks for', 'Figures redrawn to print well', 'Abstract to match'],
  },
  {
    icon: FolderOpen,
    title: 'Portfolio organisation',
    text: 'Years of certificates, letters and logbooks sorted into what is asked for.',
    points: [
      'Evidence matched to each domain',
      'A list of what is missing',
      'Consistent names and order',
    ],
  },
  {
    icon: Puzzle,
    title: 'Custom projects',
    text: 'A guideline, a patient leaflet, a business case or something else entirely.',
    points: [
      'Scoped with you at the start',
      'A price agreed before we begin',
      'One person to talk to',
    ],
  },
];

export const steps = [
  {
    title: 'Tell us about it',
    text: 'Fill in a short form: what the project is, what you have, and when it is due.',
  },
  {
    title: 'We prepare a draft',
    text: 'You hear what we need, what it costs and when to expect a first version. Then we begin.',
  },
  {
    title: 'You make it final',
    text: 'Comment as you like. We revise until it says what you mean, and hand over files you can edit.',
  },
] as const;
