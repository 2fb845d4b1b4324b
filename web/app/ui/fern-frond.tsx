import { clsx } from 'clsx';

interface Props {
  className?: string;
  /** Asked for only when it comes into view, and not ahead of the page's own head. */
  lazy?: boolean;
}

/** A large fern frond for dark surfaces. Decoration. */
export function FernFrond({ className, lazy = false }: Props) {
  return (
    <img
      loading={lazy ? 'lazy' : undefined}
      src="/fern.svg"
      alt=""
      width={540}
      height={580}
      className={clsx('pointer-events-none absolute w-auto max-w-none select-none', className)}
    />
  );
}
