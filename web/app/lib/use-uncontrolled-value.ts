import { useEffect, useRef, useState } from 'react';

/**
 * Follows what is in a field whose value is the browser's. `ref` and `onChange` go to its control;
 * what was typed or filled in before this code arrived counts too.
 */
export function useUncontrolledValue() {
  const [value, setValue] = useState('');
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => setValue(ref.current?.value ?? ''), []);
  return { value, control: { ref, onChange: () => setValue(ref.current?.value ?? '') } };
}
