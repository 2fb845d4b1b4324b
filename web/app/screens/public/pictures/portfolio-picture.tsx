import { brand } from 'contract/brand';
import FileText from 'lucide-react/icons/file-text';
import Folder from 'lucide-react/icons/folder';
import { Bar, Ring, Tag, Tile } from './parts.tsx';
import { Window } from './window.tsx';

const domains = [
  { name: 'Knowledge', filled: 'most', done: '18 of 22' },
  { name: 'Safety', filled: 'more', done: '9 of 13' },
  { name: 'Communication', filled: 'half', done: '8 of 15' },
  { name: 'Trust', filled: 'more', done: '6 of 10' },
] as const;

const gaps = [
  { name: 'Surgical logbook, year 3', tone: 'warn', state: 'Missing' },
  { name: 'Patient feedback', tone: 'warn', state: '4 of 10' },
  { name: 'Audit, second cycle', tone: 'good', state: 'Ready' },
] as const;

const deadlines = [
  { day: '12', month: 'Jan', name: 'Ask for last reference' },
  { day: '30', month: 'Jan', name: 'Logbook signed' },
  { day: '14', month: 'Feb', name: 'Audit, second cycle' },
  { day: '02', month: 'Mar', name: 'Submit application' },
];

const folders = ['Logbook', 'Audits', 'Teaching', 'Feedback'];

/** The portfolio product at work: progress, gaps, deadlines, documents, redaction. */
export function PortfolioPicture() {
  return (
    <Window
      label={`${brand.products.portfolio.name}: an application 68 per cent complete, with its gaps, next deadlines, folders, and a letter in which the patient's details are covered.`}
      address={`${new URL(brand.products.portfolio.site).host}/application`}
    >
      <div className="grid gap-3 bg-paper p-3 sm:grid-cols-[1.25fr_1fr] sm:p-4">
        <Tile title="Your application">
          <div className="flex items-center gap-3">
            <Ring percent={68} className="size-18" />
            <div className="min-w-0 grow space-y-2.5">
              {domains.map(({ name, filled, done }) => (
                <div key={name}>
                  <p className="mb-1 flex justify-between gap-2">
                    <span>{name}</span>
                    <span className="shrink-0 hidden text-muted tabular-nums @lg:inline">
                      {done}
                    </span>
                  </p>
                  <Bar filled={filled} warm={filled === 'half'} />
                </div>
              ))}
            </div>
          </div>
        </Tile>
        <Tile title="Next deadlines" className="max-sm:hidden">
          <ul className="space-y-2.5">
            {deadlines.map(({ day, month, name }) => (
              <li key={name} className="flex items-center gap-3">
                <span className="grid size-9 shrink-0 place-content-center rounded-lg bg-teal-50 text-center leading-tight text-teal-800">
                  <span className="text-sm font-semibold tabular-nums">{day}</span>
                  <span className="text-[0.625rem]">{month}</span>
                </span>
                {name}
              </li>
            ))}
          </ul>
        </Tile>
        <Tile title="Gaps to close">
          <ul className="space-y-2">
            {gaps.map(({ name, tone, state }) => (
              <li key={name} className="flex items-center gap-2">
                <FileText aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
                {name}
                <Tag tone={tone}>{state}</Tag>
              </li>
            ))}
          </ul>
          <ul className="mt-3.5 grid grid-cols-2 gap-2 border-t border-line pt-3.5">
            {folders.map((name) => (
              <li
                key={name}
                className="flex items-center gap-2 rounded-lg bg-paper-deep px-2 py-1.5"
              >
                <Folder aria-hidden="true" className="size-3.5 shrink-0 text-teal-600" />
                {name}
              </li>
            ))}
          </ul>
        </Tile>
        <Tile title="Redaction">
          <div className="space-y-2 rounded-lg border border-line bg-paper p-3 leading-relaxed text-ink-soft">
            <p>
              Dear <Covered className="w-14" />,
            </p>
            <p>
              I saw <Covered className="w-20" />, born <Covered className="w-12" />, in clinic.
              Vision in the right eye is 6/18.
            </p>
            <p>
              Hospital number <Covered className="w-16" />
            </p>
          </div>
          <p className="mt-2.5 flex items-center">
            4 details found
            <Tag tone="good">Covered</Tag>
          </p>
        </Tile>
      </div>
    </Window>
  );
}

function Covered({ className }: { className: string }) {
  return <span className={`inline-block h-3 rounded-xs bg-ink align-[-1px] ${className}`} />;
}
