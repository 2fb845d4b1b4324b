import { type TemplateContent, type TemplateName, templateOf } from './templates.ts';

/** The reminders, and the moment of what each tells ahead: once that is over, their words are wrong. */
const momentIn: { [Name in TemplateName]?: (content: TemplateContent<Name>) => string } = {
  'trial-ending': ({ trialEnd }) => trialEnd,
  'first-charge': ({ trialEnd }) => trialEnd,
  'renewal-reminder': ({ renewsAt }) => renewsAt,
  'card-expiring': ({ chargedAt }) => chargedAt,
};

/** A mail as it is stored. */
interface StoredMail {
  cause: string;
  template: string;
  content: unknown;
}

/** The templates of which `momentTold` answers one. */
export const remindersAhead = Object.keys(momentIn) as TemplateName[];

/** When that happens of which a mail reminds; undefined for any other, and for one that cannot be read. */
export function momentTold({ cause, template, content }: StoredMail): Date | undefined {
  const name = template as TemplateName;
  const read = momentIn[name] as ((content: unknown) => string) | undefined;
  if (!read) return undefined;
  try {
    return new Date(read(templateOf(name).stored.read(content, `the mail ${cause}`)));
  } catch {
    // Another try says why.
    return undefined;
  }
}
