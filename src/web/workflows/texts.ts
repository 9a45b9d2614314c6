import { defineTexts } from '../app/i18n';

export const texts = defineTexts({
  en: { title: 'Workflows' },
  zh: { title: '工作流' },
});
