import { documents } from 'contract/legal/documents';
import { DocumentView } from './document-view.tsx';

/** All that the legal page says. */
export function Documents() {
  return (
    <div className="mt-14 space-y-20 lg:mt-0 print:mt-8 print:space-y-10">
      {documents.map((document) => (
        <DocumentView key={document.id} document={document} />
      ))}
    </div>
  );
}
