import { makeKeptStore } from './store';

export type Language = 'en' | 'zh';

type Text = string | ((...values: never[]) => string);
interface TextTree {
  [name: string]: Text | TextTree;
}
/** The same names as those of the English texts: one that is missing in Chinese is a type error. */
type SameTexts<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer A) => string
      ? (...values: A) => string
      : SameTexts<T[K]>;
};

export interface Texts<T> {
  en: T;
  zh: SameTexts<T>;
}

/** The texts of one part of the console: `defineTexts({en: {run: 'Run'}, zh: {run: '运行'}})`. */
export function defineTexts<T extends TextTree>(texts: Texts<T>): Texts<T> {
  return texts;
}

// What the person chose; '' until then, when the server's language holds, or the browser's.
const chosen = makeKeptStore('paisql.language', '');
let suggested: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';

export function languageNow(): Language {
  const language = chosen.get();
  return language === 'en' || language === 'zh' ? language : suggested;
}

/** The language of the pages, as components use it. */
export function useLanguage(): Language {
  chosen.use();
  return languageNow();
}

export function chooseLanguage(language: Language): void {
  chosen.set(language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** The language that the server answers in, for a person who has chosen none. */
export function suggestLanguage(language: string | undefined): void {
  if (language === 'en' || language === 'zh') suggested = language;
  document.documentElement.lang = languageNow() === 'zh' ? 'zh-CN' : 'en';
}

/** `const t = useText(texts); … t.run` */
export function useText<T>(texts: Texts<T>): SameTexts<T> {
  return textNow(texts, useLanguage());
}

/** The same outside of components. */
export function textNow<T>(texts: Texts<T>, language: Language = languageNow()): SameTexts<T> {
  return language === 'zh' ? texts.zh : (texts.en as SameTexts<T>);
}
