/** Hands a text to the browser to be saved. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  // Not at once: the browser may not have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints a text, and nothing of the page around it. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentWindow;
  if (!page) return;
  const lines = page.document.createElement('pre');
  lines.textContent = text;
  lines.style.font = '14pt/1.6 monospace';
  lines.style.whiteSpace = 'pre-wrap';
  page.document.body.append(lines);
  page.document.title = title;
  page.addEventListener('afterprint', () => frame.remove());
  page.focus();
  page.print();
}
