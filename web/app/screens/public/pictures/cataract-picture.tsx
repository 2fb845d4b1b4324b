import { brand } from 'contract/brand';
import FileText from 'lucide-react/icons/file-text';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Timer from 'lucide-react/icons/timer';
import { Bar, Tag, Tile } from './parts.tsx';
import { Window } from './window.tsx';

const files = [
  { name: 'Biometry report.pdf', size: '1.2 MB' },
  { name: 'OCT, right eye.png', size: '3.8 MB' },
  { name: 'Consent form.pdf', size: '240 kB' },
];

const trail = [
  { time: '09:12', text: 'Link created by Dr Okafor', late: false },
  { time: '18:40', text: 'Opened by the patient', late: false },
  { time: '18:41', text: 'Biometry report read', late: false },
  { time: '18:52', text: 'Consent form read', late: false },
  { time: '28 Nov', text: 'Access ends by itself', late: true },
];

/** The cataract product at work: a link for a patient, its files, and who opened what. */
export function CataractPicture() {
  return (
    <Window
      label={`${brand.products.cataract.name}: a link for one patient that ends in six days, three encrypted files, and the trail of who opened them and when.`}
      address={`${new URL(brand.products.cataract.site).host}/share`}
    >
      <div className="grid gap-3 bg-paper p-3 sm:grid-cols-[1.25fr_1fr] sm:p-4">
        <Tile title="Shared with Mrs R.">
          <p className="flex items-center gap-2 rounded-lg bg-ink px-3 py-2.5 font-semibold tracking-[0.16em] text-white tabular-nums">
            <KeyRound aria-hidden="true" className="size-3.5 text-apricot-300" />
            7F4K 92QX
          </p>
          <p className="mt-3 mb-1.5 flex items-center gap-2">
            <Timer aria-hidden="true" className="size-3.5 text-muted" />
            Ends in 6 days 4 hours
          </p>
          <Bar filled="most" />
        </Tile>
        <Tile title="Audit trail" className="sm:row-span-2">
          <ol className="ml-1 space-y-3.5 border-l border-line pl-4">
            {trail.map(({ time, text, late }) => (
              <li key={text} className="relative">
                <span
                  className={`absolute top-0.5 -left-[1.4rem] size-3 rounded-full border-2 border-white ${late ? 'bg-apricot-300' : 'bg-teal-600'}`}
                />
                <span className="block text-muted tabular-nums">{time}</span>
                {text}
              </li>
            ))}
          </ol>
        </Tile>
        <Tile title="Files">
          <ul className="space-y-2">
            {files.map(({ name, size }) => (
              <li key={name} className="flex items-center gap-2">
                <FileText aria-hidden="true" className="size-3.5 shrink-0 text-teal-600" />
                <span className="min-w-0 truncate">{name}</span>
                <span className="ml-auto shrink-0 text-muted tabular-nums">{size}</span>
              </li>
            ))}
          </ul>
          <p className="mt-3 flex items-center gap-2 border-t border-line pt-3">
            <LockKeyhole aria-hidden="true" className="size-3.5 text-muted" />
            AES-256
            <Tag tone="good">Encrypted</Tag>
          </p>
        </Tile>
      </div>
    </Window>
  );
}
