import type { LucideIcon } from 'lucide-react';

interface Props {
  features: readonly { icon: LucideIcon; title: string; text: string }[];
}

/** What a product does, point by point. */
export function FeatureList({ features }: Props) {
  return (
    <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-6">
      {features.map(({ icon: Icon, title, text }) => (
        <li
          key={title}
          className="border-t border-line pt-5 sm:max-lg:last:col-span-2 lg:col-span-2 lg:nth-[-n+2]:col-span-3"
        >
          <h3 className="flex items-center gap-3 font-semibold">
            <Icon aria-hidden="true" className="size-5 text-teal-600" />
            {title}
          </h3>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
