import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import { PosterDrawing } from './poster-drawing.tsx';

const stages = [
  { text: 'Brief agreed', done: true },
  { text: 'First draft', done: true },
  { text: 'Your comments', done: false },
];

/** A project on its way, drawn: a poster and how far it has come. Decoration. */
export function ProjectPicture() {
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-[27rem] pb-20 select-none">
      <PosterDrawing className="w-full rounded-card shadow-pop" />
      <div className="absolute right-3 bottom-0 w-52 sm:w-60 rounded-card border border-line bg-white p-4 text-ink shadow-pop xl:-right-4">
        <p className="text-sm font-semibold tracking-tight">Scientific poster</p>
        <ul className="mt-3 space-y-2">
          {stages.map(({ text, done }) => {
            const Icon = done ? CircleCheck : CircleDot;
            return (
              <li
                key={text}
                className={clsx(
                  'flex items-center gap-2 text-sm',
                  done ? 'text-muted' : 'font-medium text-apricot-700',
                )}
              >
                <Icon className={clsx('size-4', done && 'text-good')} />
                {text}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
