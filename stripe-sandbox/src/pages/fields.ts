import { type Html, html } from './html.ts';

/** What is wrong, by the name of its field. */
export type Errors = ReadonlyMap<string, string>;

interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email';
  autocomplete: string;
  numeric?: boolean;
  hint?: string;
  value?: string | undefined;
  isOptional?: boolean;
}

/** A text field with its label, its hint and what is wrong with it. */
export function field(spec: Field, errors: Errors): Html {
  const { name, label, hint } = spec;
  const error = errors.get(name);
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
<input type="${spec.type ?? 'text'}" id="${name}" name="${name}" autocomplete="${spec.autocomplete}" value="${spec.value ?? ''}"${spec.numeric && html` inputmode="numeric"`}${describedBy(name, hint, error)}${!spec.isOptional && html` required`}>
${error && html`<span class="error" id="${name}-error">${error}</span>`}
</div>`;
}

/** A choice of one of a list. */
export function choice(
  spec: Pick<Field, 'name' | 'label' | 'autocomplete'>,
  options: readonly { code: string; name: string }[],
  chosen: string,
): Html {
  const { name, label, autocomplete } = spec;
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" autocomplete="${autocomplete}">${options.map(
    (one) =>
      html`<option value="${one.code}"${one.code === chosen && html` selected`}>${one.name}</option>`,
  )}</select></div>`;
}

function describedBy(name: string, hint?: string, error?: string): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}`;
}
