import { useMutation } from '@tanstack/react-query';
import * as messages from 'contract/messages';
import { copyPath } from 'contract/own-data';
import Download from 'lucide-react/icons/download';
import { fetchFile } from '../../lib/fetch-file.ts';
import { serverMessageOr } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/signed-in/card.tsx';
import { EmptyState } from '../../ui/signed-in/empty-state.tsx';
import { Notice } from '../../ui/signed-in/notice.tsx';

/** The download that a mailed link leads to. It begins with a press, since it works only once. */
export function DownloadCopy({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => fetchFile(copyPath, { token }, 'your-data.zip'),
    onError: (failure) => logError('Fetching the copy of the data failed', failure),
  });
  const back = (
    <ButtonLink to="/user/account" tone="secondary">
      Back to your account
    </ButtonLink>
  );
  if (isSuccess) {
    return (
      <Notice tone="good" title="Your data was downloaded" action={back}>
        The link is used up. Keep the file safe: everything we know about you is in it.
      </Notice>
    );
  }
  if (error || token === '') {
    return (
      <Notice tone="warn" title="There is nothing to download" action={back}>
        {error ? serverMessageOr(error, messages.network) : messages.copyNotYours}
      </Notice>
    );
  }
  return (
    <Card>
      <EmptyState
        icon={Download}
        title="Your copy is ready"
        text="The link works for one download."
        action={
          <Button loading={isPending} onClick={() => mutate()}>
            {isPending ? 'Downloading...' : 'Download your data'}
          </Button>
        }
        className="py-16"
      />
    </Card>
  );
}
