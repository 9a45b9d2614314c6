import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'SQL editor' },
  zh: { title: 'SQL查询' },
});
