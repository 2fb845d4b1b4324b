/** A file that came with a mail. */
export type Attachment = {
  filename: string;
  contentType: string;
  /** As text where it is text, else base64. */
  content: string;
};

/** One caught mail, in the shape `GET /api/messages` answers. */
export type Message = {
  id: number;
  /** The date it bears, or when it was stored: ISO 8601, UTC. */
  at: string;
  /** The addresses it was delivered to, joined by ', '. */
  to: string;
  subject: string;
  /** Empty when the mail has no such part. */
  text: string;
  html: string;
  attachments: Attachment[];
};

/** A mail that has not been stored yet. */
export type NewMessage = Omit<Message, 'id'>;
