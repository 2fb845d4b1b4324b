import { useMutation } from '@tanstack/react-query';
import { createExport, type exportBody } from 'contract/exports';
import Download from 'lucide-react/icons/download';
import type { z } from 'zod';
import { call } from '../../lib/http.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';

/** Takes every row that matches away as a file, on all pages, in the order that is shown. */
export function ExportButton({ request }: { request: z.input<typeof exportBody> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(createExport, { body: request }),
    onSuccess: ({ url }) => {
      download(url);
      notify.success('Your download has started', { duration: 2000 });
    },
  });
  return (
    <Button tone="secondary" loading={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden="true" className="size-4" />}
      Export CSV
    </Button>
  );
}

/** As a link would: a refused download leaves the page where it is. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
