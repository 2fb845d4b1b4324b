import { useEffect, useState } from 'react';

/** The value once it has stood still for `delay` milliseconds (500 by default, product U49). */
export function useDebounced<Value>(value: Value, delay = 500): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
