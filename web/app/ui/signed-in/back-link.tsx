import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, type LinkProps } from 'react-router';

/** The way up from a page to the list it belongs to. */
export function BackLink({ children, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className="group -mt-2 mb-2 inline-flex min-h-9 items-center gap-1.5 rounded text-sm font-medium text-muted hover:text-teal-700"
    >
      <ArrowLeft
        aria-hidden="true"
        className="size-4 transition-transform group-hover:-translate-x-0.5"
      />
      {children}
    </Link>
  );
}
