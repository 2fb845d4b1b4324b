import { type SubmitEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { HttpError } from '../../lib/http-error.ts';
import { logError } from '../../lib/log.ts';

interface Options<Schema extends z.ZodObject> {
  /** The fields and their rules; a field's name is its control's name. */
  schema: Schema;
  /** Gets what the rules made of the fields. Fields that the server refused are told by HttpError. */
  send: (values: z.output<Schema>) => Promise<void>;
  /** What the log says when sending fails; a toast has been shown by then. */
  failure: string;
  /** Leads from the server's field names to the form's, where they differ. */
  serverNames?: Record<string, string>;
}

/** What ties a control to its field. */
export interface FieldWiring {
  name: string;
  error: string | undefined;
  onInput: () => void;
}

/**
 * A form whose fields are the browser's: they keep what was typed, filled in or restored before
 * this code arrived. It is checked when sent; an error goes once its field is edited. While `send`
 * runs the form is `busy`.
 */
export function useAccountForm<Schema extends z.ZodObject>(options: Options<Schema>) {
  const { schema, send, failure, serverNames = {} } = options;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = Array.from(form.current?.elements ?? []).find(
      (element) => (element as HTMLInputElement).name in found,
    );
    (first as HTMLElement | undefined)?.focus();
  };

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    form.current = event.currentTarget;
    const read = schema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (!read.success) return show(firstComplaints(read.error));
    setErrors({});
    setBusy(true);
    try {
      await send(read.data);
    } catch (error) {
      logError(failure, error);
      if (!(error instanceof HttpError)) return;
      const said = Object.entries(error.fields).map(([name, text]) => [
        serverNames[name] ?? name,
        text,
      ]);
      show(Object.fromEntries(said.filter(([name = '']) => name in schema.shape)));
    } finally {
      setBusy(false);
    }
  };

  type Name = keyof Schema['shape'] & string;
  /** Ties a control to its name and its error. An edit clears that error, and the one of `with`. */
  const field = (name: Name, { with: other }: { with?: Name } = {}): FieldWiring => ({
    name,
    error: errors[name],
    onInput: () =>
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([at]) => at !== name && at !== other)),
      ),
  });

  return { onSubmit, field, busy };
}

/** What is wrong with each field, the first thing only. */
function firstComplaints(error: z.ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) found[String(path[0])] ??= message;
  return found;
}
