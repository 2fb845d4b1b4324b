import type { Attachment, Message } from '../message.ts';
import { escapeHtml } from './escape.ts';

export type View = 'html' | 'text';

const clock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Europe/London',
});

const subjectOf = ({ subject }: Message): string => escapeHtml(subject || '(no subject)');
const timeOf = ({ at }: Message): string =>
  `<time datetime="${at}">${clock.format(new Date(at))}</time>`;

const row = (message: Message, open?: Message): string => `
  <li>
    <a href="/messages/${message.id}"${message.id === open?.id ? ' aria-current="page"' : ''}>
      <span class="subject">${subjectOf(message)}</span>
      <span class="to">${escapeHtml(message.to)}</span>
      ${timeOf(message)}
    </a>
  </li>`;

const tab = (href: string, label: string, current: boolean): string =>
  `<a href="${href}"${current ? ' aria-current="page"' : ''}>${label}</a>`;

const bodyOf = (message: Message, view: View): string => {
  if (view === 'text') return `<pre>${escapeHtml(message.text) || 'This mail has no text.'}</pre>`;
  return `<iframe title="The mail as HTML" src="/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`;
};

const attached = ({ filename, contentType, content }: Attachment): string => `
  <details class="attached">
    <summary>Attached: ${escapeHtml(filename)}</summary>
    <pre>${contentType.startsWith('text/') ? escapeHtml(content) : escapeHtml(contentType)}</pre>
  </details>`;

const mail = (message: Message, view: View): string => `
  <p class="back"><a href="/">All mails</a></p>
  <h2>${subjectOf(message)}</h2>
  <p class="quiet">To <strong>${escapeHtml(message.to)}</strong>, ${timeOf(message)}</p>
  <nav class="tabs" aria-label="Show as">
    ${message.html && tab(`/messages/${message.id}`, 'HTML', view === 'html')}
    ${tab(`/messages/${message.id}?view=text`, 'Text', view === 'text')}
  </nav>
  ${message.attachments.map(attached).join('')}
  ${bodyOf(message, view)}`;

const list = (messages: Message[], open?: Message): string =>
  messages.length > 0
    ? `<ol>${messages.map((message) => row(message, open)).join('')}</ol>`
    : '<p class="quiet">No mail yet. Mails the application sends appear here.</p>';

/** The mailbox as an HTML document: every mail on one side, the open one, if any, on the other. */
export const mailboxPage = (messages: Message[], open?: Message, view: View = 'html'): string =>
  `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${open ? `${subjectOf(open)} | ` : ''}Mail catcher</title>
  <link rel="stylesheet" href="/style.css">
  <link rel="icon" href="data:,">
</head>
<body class="${open ? 'reading' : 'browsing'}">
  <header>
    <h1><a href="/">Mail catcher</a></h1>
    <p class="quiet">${messages.length} ${messages.length === 1 ? 'mail' : 'mails'}, none of them sent on</p>
    <a class="button" href="${open ? `/messages/${open.id}` : '/'}">Refresh</a>
  </header>
  <main>
    <nav class="list" aria-label="Mails">${list(messages, open)}</nav>
    <article>${open ? mail(open, view) : '<p class="quiet">Choose a mail to read it.</p>'}</article>
  </main>
</body>
</html>`;
