import { useText } from '../app/i18n';
import { EmptyState } from '../widgets/EmptyState';
import { PageHeader } from '../widgets/PageHeader';
import { texts } from './texts';

export default function ModelsPage() {
  const t = useText(texts);
  return (
    <>
      <PageHeader title={t.title} />
      <EmptyState icon="info" title={t.title} />
    </>
  );
}
