import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Services' },
  zh: { title: '模型在线服务' },
});
