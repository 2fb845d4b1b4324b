import { channel } from 'node:diagnostics_channel';
import type { RefusalCause } from 'contract/failures';
import type { ReadFrom } from '../db/reading.ts';
import type { AnsweredRequest } from '../http/request-life.ts';

/** Something that whoever watches the process may hear of. Where nobody does it costs nothing. */
interface Happening<News> {
  tell(news: News): void;
  /** Answers how to stop hearing of it. */
  hear(listen: (news: News) => void): () => void;
}

function happening<News extends object>(name: string): Happening<News> {
  const news = channel(`product.${name}`);
  return {
    tell: (one) => news.publish(one),
    hear(listen) {
      const subscriber = (one: unknown) => listen(one as News);
      news.subscribe(subscriber);
      return () => void news.unsubscribe(subscriber);
    },
  };
}

export const requestAnswered = happening<AnsweredRequest>('request-answered');
export const webhooksRefused = happening<{ cause: RefusalCause; count: number }>(
  'webhooks-refused',
);
/** A try of a job ended: done, to be tried again, or given up. */
export const jobEnded = happening<{ job: string; outcome: 'done' | 'retry' | 'given-up' }>(
  'job-ended',
);
/** Lines of the log could not be written, and are not kept any more. */
export const logLinesLost = happening<{ count: number }>('log-lines-lost');
/** A list of the admins' was read, where there is a replica to read it from. */
export const listRead = happening<{ from: ReadFrom }>('list-read');
