import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Designer' },
  zh: { title: '可视化建模' },
});
