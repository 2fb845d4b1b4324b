const bars = [34, 46, 43, 60, 72, 84];
const leftLines = [120, 132, 126, 138, 96];
const rightLines = [132, 118, 136, 90];

/** Lines of text, as strokes of the given lengths. */
function TextLines({ x, y, widths }: { x: number; y: number; widths: readonly number[] }) {
  const strokes = widths.map((width, line) => `M${x + 2.5} ${y + 2.5 + line * 11}h${width - 5}`);
  return (
    <path d={strokes.join('')} strokeWidth="5" strokeLinecap="round" className="stroke-teal-100" />
  );
}

/** A scientific poster with a title, a bar chart and a run chart. Decoration. */
export function PosterDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 270" aria-hidden="true" className={className}>
      <rect width="360" height="270" className="fill-white" />
      <rect width="360" height="58" className="fill-teal-700" />
      <rect x="22" y="18" width="208" height="9" rx="4.5" className="fill-white" />
      <rect x="22" y="34" width="136" height="6" rx="3" className="fill-teal-300" />
      <circle cx="328" cy="29" r="13" className="fill-apricot-300" />
      <rect x="22" y="76" width="58" height="7" rx="3.5" className="fill-teal-600" />
      <TextLines x={22} y={93} widths={leftLines} />
      <rect x="22" y="160" width="74" height="7" rx="3.5" className="fill-teal-600" />
      <path d="M22 250H164" className="stroke-line-strong" strokeWidth="1.5" />
      {bars.map((height, index) => (
        <rect
          key={height}
          x={28 + index * 23}
          y={250 - height * 0.9}
          width="14"
          height={height * 0.9}
          rx="2"
          className={index === bars.length - 1 ? 'fill-apricot-300' : 'fill-teal-300'}
        />
      ))}
      <rect x="196" y="76" width="66" height="7" rx="3.5" className="fill-teal-600" />
      <rect x="196" y="92" width="142" height="84" rx="6" className="fill-teal-25" />
      <path
        d="M206 134H328"
        strokeDasharray="4 4"
        strokeWidth="1.5"
        className="stroke-line-strong"
      />
      <path
        d="M208 156 224 148 240 152 256 136 272 140 288 122 304 116 326 106"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-teal-600"
      />
      <circle cx="326" cy="106" r="4.5" className="fill-apricot-300" />
      <rect x="196" y="192" width="52" height="7" rx="3.5" className="fill-teal-600" />
      <TextLines x={196} y={208} widths={rightLines} />
    </svg>
  );
}
