import { type SubmitEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { HttpError } from './http-error.ts';
import { logError } from './log.ts';
import { notify } from './notify.ts';

/** The fields of a form with their rules, and the call that takes what the rules made of them. */
interface Submission<Schema extends z.ZodObject> {
  /** A field's name is its control's name. */
  schema: Schema;
  /** Fields that the server refused are told by HttpError. */
  send: (values: z.output<Schema>) => Promise<void>;
}

interface Options<Schema extends z.ZodObject> {
  /** Brings rules and call once somebody is in the form: a page that is only read does without. */
  load: () => Promise<Submission<Schema>>;
  onSuccess?: (values: z.output<Schema>) => void;
  /** Sending failed; a toast has been shown. */
  onError?: (error: HttpError) => void;
  /** What the log says when sending fails. */
  logMessage: string;
  /** Leads from the server's field names to the form's, where they differ. */
  serverFieldNames?: Record<string, string>;
}

/** What ties a control to its field. */
export interface FieldWiring {
  name: string;
  error: string | undefined;
  onInput: () => void;
}

/**
 * A form whose fields are the browser's: they keep what was typed, filled in or restored before
 * this code arrived. It is checked when sent; an error goes once its field is edited. While it is
 * being sent the form is `busy`; why it was refused is its `refusal`, until it is edited or sent
 * again. `form` goes to the form itself.
 */
export function useForm<Schema extends z.ZodObject>(options: Options<Schema>) {
  const { onSuccess, onError, logMessage, serverFieldNames = {} } = options;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const loaded = useRef(false);
  /** Known at once: a second press may come before `busy` is shown. */
  const sending = useRef(false);

  const load = async (): Promise<Submission<Schema>> => {
    const submission = await options.load();
    loaded.current = true;
    return submission;
  };

  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = Array.from(form.current?.elements ?? []).find(
      (element) => (element as HTMLInputElement).name in found,
    );
    (first as HTMLElement | undefined)?.focus();
  };

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    form.current = event.currentTarget;
    try {
      await submit(Object.fromEntries(new FormData(event.currentTarget)));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const submit = async (typed: Record<string, FormDataEntryValue>) => {
    if (!loaded.current) setBusy(true);
    const submission = await load().catch(() => undefined);
    if (!submission) return notify.error(new HttpError(0).message, { duration: 2000 });
    const { schema, send } = submission;
    const read = schema.safeParse(typed);
    if (!read.success) return show(firstErrors(read.error));
    setErrors({});
    setRefusal(undefined);
    setBusy(true);
    try {
      await send(read.data);
      onSuccess?.(read.data);
    } catch (error) {
      logError(logMessage, error);
      if (!(error instanceof HttpError)) return;
      setRefusal(error.message);
      onError?.(error);
      const said = Object.entries(error.fields).map(([name, text]) => [
        serverFieldNames[name] ?? name,
        text,
      ]);
      show(Object.fromEntries(said.filter(([name = '']) => name in schema.shape)));
    }
  };

  type Name = keyof Schema['shape'] & string;
  /** Ties a control to its name and its error. An edit clears that error, and the one of `with`. */
  const field = (name: Name, { with: other }: { with?: Name } = {}): FieldWiring => ({
    name,
    error: errors[name],
    onInput: () => {
      setRefusal(undefined);
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([at]) => at !== name && at !== other)),
      );
    },
  });

  // What fails here fails again, and is told, when the form is sent.
  const onFocus = () => void load().catch(() => undefined);

  return { form: { onSubmit, onFocus }, field, busy, refusal };
}

/** What is wrong with each field, the first thing only. */
function firstErrors(error: z.ZodError): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of error.issues) found[String(path[0])] ??= message;
  return found;
}
