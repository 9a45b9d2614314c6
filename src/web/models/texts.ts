import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Models' },
  zh: { title: '模型管理' },
});
