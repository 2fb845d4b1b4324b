import { clsx } from 'clsx';
import Headset from 'lucide-react/icons/headset';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Users from 'lucide-react/icons/users';

const claims = [
  { icon: Users, text: 'Trusted by 10,000+' },
  { icon: LockKeyhole, text: 'AES-256 encryption' },
  { icon: Headset, text: '24/7 support' },
];

/** What the company says of itself in three short lines, on a dark ground (product G24). */
export function Claims({ className }: { className: string }) {
  return (
    <ul className={clsx('flex flex-wrap gap-y-3 text-sm text-teal-100', className)}>
      {claims.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 text-apricot-300" />
          {text}
        </li>
      ))}
    </ul>
  );
}
