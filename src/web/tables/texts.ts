import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Tables' },
  zh: { title: '数据表' },
});
