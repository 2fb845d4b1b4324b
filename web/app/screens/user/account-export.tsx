import { DownloadCopy } from '../../features/account/download-copy.tsx';
import { useMailedToken } from '../../features/session/use-mailed-token.ts';
import { pageMeta } from '../../lib/page-title.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';

export const meta = () => pageMeta('Download your data');

/** /user/account/export, where the mail about a copy of one's data leads. */
export default function AccountExport() {
  const token = useMailedToken();
  return (
    <>
      <PageHeader title="Download your data" />
      <DownloadCopy token={token} />
    </>
  );
}
