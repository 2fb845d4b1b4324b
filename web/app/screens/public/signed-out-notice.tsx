import * as messages from 'contract/messages';
import X from 'lucide-react/icons/x';

/**
 * Tells somebody who comes home by signing out that it is done, in the look of a toast.
 * `saySignedOut` shows it.
 */
export function SignedOutNotice() {
  return (
    <div
      role="status"
      className="fixed inset-x-4 top-4 z-50 min-[601px]:top-6 min-[601px]:right-6 min-[601px]:left-auto min-[601px]:w-89"
    >
      <div
        id="signed-out"
        hidden
        className="flex items-center rounded-lg border border-good-line bg-good-soft p-4 text-[13px] leading-[1.5] font-medium text-good shadow-[0_4px_12px_rgb(0_0_0/0.1)] transition-all transition-discrete duration-200 starting:-translate-y-full starting:opacity-0"
      >
        <svg
          viewBox="0 0 20 20"
          aria-hidden="true"
          className="-my-0.5 mr-[7px] -ml-1 size-5 fill-current"
        >
          <path
            fillRule="evenodd"
            d="M10 18a8 8 0 100-16 8 8 0 000 16zm3.857-9.809a.75.75 0 00-1.214-.882l-3.483 4.79-1.88-1.88a.75.75 0 10-1.06 1.061l2.5 2.5a.75.75 0 001.137-.089l4-5.5z"
            clipRule="evenodd"
          />
        </svg>
        {messages.signedOut}
        <button
          type="button"
          aria-label="Close toast"
          className="absolute -top-1.5 -right-1.5 grid size-5 place-items-center rounded-full border border-good-line bg-good-soft"
        >
          <X aria-hidden="true" strokeWidth={1.5} className="size-3" />
        </button>
      </div>
    </div>
  );
}
