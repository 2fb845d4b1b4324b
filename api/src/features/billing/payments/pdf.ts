/** A line of a page: text at a place, in points from the left and the top. */
export interface Mark {
  x: number;
  y: number;
  text: string;
  size?: number;
  bold?: boolean;
  /** `x` is where it ends: for amounts, of digits and their signs. */
  right?: boolean;
}

/** A4 in points. */
export const page = { width: 595, height: 842 };

// What Windows-1252 has where Latin-1 has control characters.
const beyondLatin: Record<string, number> = {
  ...{ '€': 0x80, '…': 0x85, Š: 0x8a, Œ: 0x8c, Ž: 0x8e, '‘': 0x91, '’': 0x92, '“': 0x93 },
  ...{ '”': 0x94, '•': 0x95, '–': 0x96, '—': 0x97, š: 0x9a, œ: 0x9c, ž: 0x9e, Ÿ: 0x9f },
};

// A stroke is no mark that could be taken off.
const strokes: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' };

/**
 * A text in Windows-1252, which the fonts that every reader has are drawn in. Of a letter it lacks
 * the letter without its mark stays, else a question mark.
 */
function encoded(text: string): number[] {
  return [...text.normalize('NFC')].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const known = beyondLatin[letter] ?? (isLatin(code) ? code : undefined);
    if (known !== undefined) return known;
    const [base = '?'] = strokes[letter] ?? letter.normalize('NFD');
    const plain = base.codePointAt(0) ?? 0;
    return isLatin(plain) ? plain : 0x3f;
  });
}

const isLatin = (code: number) => (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);

/** How wide an amount is in Helvetica, in thousandths of its size. */
function widthOf(text: string): number {
  return [...text].reduce(
    (sum, sign) => sum + (/[.,\s]/.test(sign) ? 278 : sign === '-' ? 333 : 556),
    0,
  );
}

function drawn({ x, y, text, size = 10, bold = false, right = false }: Mark): string {
  const left = right ? x - (widthOf(text) * size) / 1000 : x;
  const hex = Buffer.from(encoded(text)).toString('hex');
  const place = `${left.toFixed(2)} ${(page.height - y).toFixed(2)}`;
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${place} Td <${hex}> Tj ET`;
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Writes pages of text as a PDF (ISO 32000-1), with the fonts that every reader has. */
export function writePdf(title: string, pages: Mark[][]): Buffer {
  const first = 6;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`);
  const utf16 = Buffer.from(`\uFEFF${title}`, 'utf16le').swap16().toString('hex');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title <${utf16}> >>`,
    ...pages.flatMap((marks, at) => {
      const content = marks.map(drawn).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let written = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = written.length;
    written += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(written + table + trailer, 'latin1');
}
