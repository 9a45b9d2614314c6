import { useEffect, useState } from 'react';

/** The moment, which goes on while it is wanted. */
export function useNow(goesOn: boolean, everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!goesOn) return;
    const timer = window.setInterval(() => setNow(Date.now()), everyMs);
    return () => window.clearInterval(timer);
  }, [goesOn, everyMs]);
  return now;
}
