import { useSearchParams } from 'react-router';
import { DownloadCopy } from '../../features/account/download-copy.tsx';
import { pageMeta } from '../../lib/page-title.ts';
import { PageHeader } from '../../ui/signed-in/page-header.tsx';

export const meta = () => pageMeta('Download your data');

/** /user/account/export, where the mail about a copy of one's data leads. */
export default function AccountExport() {
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title="Download your data" />
      <DownloadCopy token={params.get('token') ?? ''} />
    </>
  );
}
