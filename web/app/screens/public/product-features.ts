import BellRing from 'lucide-react/icons/bell-ring';
import EyeOff from 'lucide-react/icons/eye-off';
import Files from 'lucide-react/icons/files';
import FolderOpen from 'lucide-react/icons/folder-open';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import ScrollText from 'lucide-react/icons/scroll-text';
import Target from 'lucide-react/icons/target';
import Timer from 'lucide-react/icons/timer';
import TrendingUp from 'lucide-react/icons/trending-up';

export const portfolioFeatures = [
  {
    icon: TrendingUp,
    title: 'Progress tracking',
    text: 'See how far each domain has come. One figure tells you where you stand, and it moves with every document.',
  },
  {
    icon: Target,
    title: 'Gap analysis',
    text: 'Your evidence is held against what the pathway asks for. Every gap is named, with what would close it.',
  },
  {
    icon: BellRing,
    title: 'Timeline and deadlines',
    text: 'Plan backwards from the day you want to submit. Reminders reach you while there is still time to act.',
  },
  {
    icon: FolderOpen,
    title: 'Document organisation',
    text: 'Logbooks, audits, references and feedback, filed by domain and found in seconds. Nothing is kept twice.',
  },
  {
    icon: EyeOff,
    title: 'Automatic redaction',
    text: 'Names, dates of birth and hospital numbers are found and covered before a document leaves your hands.',
  },
] as const;

export const cataractFeatures = [
  {
    icon: KeyRound,
    title: 'Token-based access',
    text: 'Each patient gets a token of their own. No account to create, no password for them to forget.',
  },
  {
    icon: Timer,
    title: 'Time-limited links',
    text: 'You choose how long a link lives. When the time is up it closes, whether or not anyone remembers.',
  },
  {
    icon: Files,
    title: 'File sharing',
    text: 'Biometry, scans, consent forms and letters travel together, in one place rather than in five e-mails.',
  },
  {
    icon: LockKeyhole,
    title: 'AES-256 encryption',
    text: 'Files are encrypted while they are stored and while they travel. Only the right token opens them.',
  },
  {
    icon: ScrollText,
    title: 'Audit trail',
    text: 'Who opened which file, and when. The record is written as it happens, and you read it in the order it happened.',
  },
] as const;
