// One pipeline: fetches it and the components, then opens it.

import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';

import { useText } from '../../app/i18n';
import { Button } from '../../widgets/controls/Button';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { client } from '../client';
import { Catalog } from '../graph/catalog';
import { texts } from '../texts';
import { OpenedPipeline } from './OpenedPipeline';
import css from './Page.module.css';

function useCatalog() {
  const query = useQuery({ queryKey: ['designer', 'components'], queryFn: client.components, staleTime: 600_000 });
  const catalog = useMemo(() => (query.data ? new Catalog(query.data) : null), [query.data]);
  return { catalog, error: query.error, refetch: query.refetch };
}

export default function PipelinePage({ id }: { id: string }) {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const { catalog, error: noCatalog, refetch: again } = useCatalog();
  // The open page has its own copy and looks for newer versions by itself.
  const pipeline = useQuery({
    queryKey: ['designer', 'pipeline', id],
    queryFn: () => client.pipeline(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const error = pipeline.data && catalog ? null : (pipeline.error ?? noCatalog);
  if (error) {
    return (
      <div className={css.alone}>
        <ErrorBox
          error={error}
          onRetry={() => {
            void pipeline.refetch();
            void again();
          }}
        />
        <Button onClick={() => navigate('/designer')}>{t.toList}</Button>
      </div>
    );
  }
  if (!catalog || !pipeline.data) return <Spinner block label={t.loading} />;
  return (
    <ReactFlowProvider>
      <OpenedPipeline catalog={catalog} pipeline={pipeline.data} />
    </ReactFlowProvider>
  );
}
