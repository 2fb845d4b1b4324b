import type { LucideIcon } from 'lucide-react';

export interface IconCardText {
  icon: LucideIcon;
  title: string;
  text: string;
}

/** A short point with a picture: icon, heading, a sentence or two. */
export function IconCard({ icon: Icon, title, text }: IconCardText) {
  return (
    <li className="flex gap-4 rounded-card border border-line bg-white p-5 sm:block sm:p-6">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-teal-50 text-teal-700">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="sm:mt-5">
        <h3 className="font-semibold tracking-tight">{title}</h3>
        <p className="mt-1.5 text-sm leading-relaxed text-muted">{text}</p>
      </div>
    </li>
  );
}
