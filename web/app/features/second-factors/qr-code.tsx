import { correction, generate } from 'lean-qr';

/** Modules of white that a reader needs around a code (ISO/IEC 18004). */
const quiet = 4;

/** A text as a QR code, drawn here: what is in it is told to nobody. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const side = code.size + 2 * quiet;
  const modules = Array.from({ length: code.size ** 2 }, (_, n) => {
    const [x, y] = [n % code.size, Math.floor(n / code.size)];
    return code.get(x, y) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '';
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block size-full bg-white"
    >
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}
