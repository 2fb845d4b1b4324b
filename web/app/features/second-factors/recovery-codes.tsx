import { brand } from 'contract/brand';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { printText, saveText } from './hand-over.ts';

const title = `${brand.company}: recovery codes`;

/** The recovery codes, the only time that they can be read, with the ways to put them away. */
export function RecoveryCodes({ codes, email }: { codes: string[]; email: string }) {
  const list = codes.join('\n');
  const text = `${title}\n${email}\n\n${list}\n\nEach code works once, in place of a code from your authenticator app.\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(list);
      notify.success('Recovery codes copied', { duration: 2000 });
    } catch {
      notify.error('Your browser did not allow it. Print or save them.', { duration: 4000 });
    }
  };
  return (
    <div>
      <ul className="grid max-w-md grid-cols-1 gap-x-8 gap-y-1.5 rounded-control border border-line bg-paper p-4 font-mono text-sm min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="secondary" onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button tone="secondary" onClick={() => printText(title, text)}>
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
        <Button tone="secondary" onClick={() => saveText('recovery-codes.txt', text)}>
          <Download aria-hidden="true" className="size-4" />
          Save
        </Button>
      </div>
    </div>
  );
}
