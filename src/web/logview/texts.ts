import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Logview' },
  zh: { title: '运行日志' },
});
