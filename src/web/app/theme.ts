import { makeKeptStore } from './store';

export type Theme = 'system' | 'light' | 'dark';

const chosen = makeKeptStore('paisql.theme', 'system');
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export function themeNow(): Theme {
  const theme = chosen.get();
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function useTheme(): Theme {
  chosen.use();
  return themeNow();
}

export function chooseTheme(theme: Theme): void {
  chosen.set(theme);
}

export function isDark(): boolean {
  const theme = themeNow();
  return theme === 'system' ? systemIsDark.matches : theme === 'dark';
}

/** Calls the listener when the colours change, by the person's choice or by that of the system. */
export function onColours(listener: () => void): () => void {
  const stop = chosen.subscribe(() => {
    apply();
    listener();
  });
  systemIsDark.addEventListener('change', listener);
  return () => {
    stop();
    systemIsDark.removeEventListener('change', listener);
  };
}

/** A colour of theme.css as a canvas takes it: `colourOf('--accent')`. */
export function colourOf(variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  probe.hidden = true;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** Writes the choice where theme.css looks for it. */
function apply(): void {
  const theme = themeNow();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
apply();
chosen.subscribe(apply);
