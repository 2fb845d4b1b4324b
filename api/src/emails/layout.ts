import { brand, particulars } from 'contract/brand';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** A part of a long mail under a title of its own. */
interface Part {
  title: string;
  paragraphs: string[];
}

interface Parts {
  subject: string;
  /** Paragraphs of plain text, in order. */
  paragraphs: string[];
  /** Details shown as a table: label and value. */
  details?: [label: string, value: string][];
  action?: { label: string; url: string };
  /** Below the button. */
  parts?: Part[];
}

/** Builds the HTML and the text of a mail from the same words. Everything is escaped. */
export function layout({ subject, paragraphs, details = [], action, parts = [] }: Parts): Mail {
  const text = [
    ...paragraphs,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action && `${action.label}: ${action.url}`,
    ...parts.map((part) => [part.title.toUpperCase(), ...part.paragraphs].join('\n\n')),
    [brand.company, brand.supportEmail, ...particulars()].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');

  const rows = details
    .map(
      ([label, value]) =>
        `<tr><td style="padding:8px 16px 8px 0;color:#51636b">${escapeHtml(label)}</td>` +
        `<td style="padding:8px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f4f7f7;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#12262e;line-height:1.55">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-weight:700;font-size:18px;color:#0b5a5e">${escapeHtml(brand.company)}</p>
<div style="background:#ffffff;border:1px solid #dbe5e6;border-radius:12px;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs.map((p) => `<p style="margin:0 0 16px">${escapeHtml(p)}</p>`).join('\n')}
${rows && `<table role="presentation" style="border-collapse:collapse;margin:0 0 24px">${rows}</table>`}
${action ? `<a href="${escapeHtml(action.url)}" style="display:inline-block;background:#0b5a5e;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escapeHtml(action.label)}</a>` : ''}
${parts.map(partHtml).join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;color:#51636b">${escapeHtml(brand.company)} · ${escapeHtml(brand.supportEmail)}<br>${particulars().map(escapeHtml).join('<br>')}</p>
</div></body></html>`;
  return { subject, text, html };
}

function partHtml({ title, paragraphs }: Part): string {
  const said = paragraphs.map(
    (text) => `<p style="margin:0 0 12px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
  );
  return `<h2 style="margin:28px 0 8px;font-size:16px;line-height:1.4">${escapeHtml(title)}</h2>\n${said.join('\n')}`;
}

/** A text as it may stand in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
