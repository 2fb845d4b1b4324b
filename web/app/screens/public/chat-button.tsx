import { brand } from 'contract/brand';
import MessageCircle from 'lucide-react/icons/message-circle';

/** Opens the chat with a greeting already written; floats over the page (product P33). */
export function ChatButton() {
  return (
    <a
      href={brand.chatUrl}
      target="_blank"
      rel="noopener"
      className="focus-on-dark fixed print:hidden right-4 bottom-4 z-10 inline-flex min-h-13 items-center gap-2.5 rounded-full border border-white/25 bg-teal-700 px-4 font-semibold text-white shadow-pop transition-colors hover:bg-teal-800 sm:right-6 sm:bottom-6 sm:px-5"
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      <span className="max-sm:sr-only">Chat with us</span>
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
