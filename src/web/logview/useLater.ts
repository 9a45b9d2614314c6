import { useEffect, useState } from 'react';

/** The value as it was when it had not changed for a while: what somebody types is asked for once. */
export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return later;
}
