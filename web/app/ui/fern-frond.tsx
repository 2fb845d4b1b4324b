import { clsx } from 'clsx';

/** A large fern frond for dark surfaces. Decoration. */
export function FernFrond({ className }: { className?: string }) {
  return (
    <img
      src="/fern.svg"
      alt=""
      width={540}
      height={580}
      className={clsx('pointer-events-none absolute w-auto max-w-none select-none', className)}
    />
  );
}
