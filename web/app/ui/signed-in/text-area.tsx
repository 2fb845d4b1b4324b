import type { ComponentProps } from 'react';
import { controlStyle, FieldFrame } from '../field.tsx';

type Props = ComponentProps<'textarea'> &
  Pick<ComponentProps<typeof FieldFrame>, 'label' | 'error' | 'hint'>;

/** A few lines of text with their label. */
export function TextArea({ label, error, hint, className, id, ...rest }: Props) {
  return (
    <FieldFrame {...{ label, error, hint, className, id }}>
      {(wiring) => (
        <textarea rows={2} {...rest} {...wiring} className={controlStyle(!!error, 'resize-y')} />
      )}
    </FieldFrame>
  );
}
