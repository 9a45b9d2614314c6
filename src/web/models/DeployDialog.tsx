import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../app/i18n';
import { useServices } from '../services/serviceApi';
import type { Asked } from '../tables/client';
import { StatementText } from '../tables/detail/StatementDialog';
import { untilEnded } from '../tables/useAsked';
import { Button } from '../widgets/controls/Button';
import { TextField } from '../widgets/controls/Field';
import { Dialog } from '../widgets/feedback/Dialog';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { type Deployment, modelsApi } from './client';
import styles from './Models.module.css';
import { proposedService } from './serviceName';
import { texts } from './texts';

/** Asks for the name of a service, shows the statement, and waits until the service answers. */
export function DeployDialog(props: { open: boolean; model: string; version: number; onClose: () => void }) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ model, version, onClose }: { model: string; version: number; onClose: () => void }) {
  const t = useText(texts);
  const client = useQueryClient();
  const [written, setService] = useState<string | null>(null);
  const [instances, setInstances] = useState('1');
  const [running, setRunning] = useState<Asked | null>(null);
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');
  const [failure, setFailure] = useState<unknown>(null);
  const services = useServices();
  const service = written ?? proposedService(model, services.data?.services.map((one) => one.name) ?? []);
  const wanted: Deployment = { service: service.trim(), version, instances: Number(instances) || 0 };
  const statement = useQuery({
    queryKey: ['models', 'statement', model, wanted],
    queryFn: () => modelsApi.deploy(model, wanted, false),
    retry: false,
    placeholderData: (last) => last,
  });
  const run = async () => {
    // It keeps its name when the list of services has it.
    setService(service);
    setState('busy');
    setFailure(null);
    try {
      await untilEnded((instance) => modelsApi.deploy(model, wanted, true, instance), setRunning);
      setState('done');
      await client.invalidateQueries({ queryKey: ['models'] });
    } catch (error) {
      setFailure(error);
      setState('asked');
    }
  };
  const ready = state === 'asked' && !statement.error;
  return (
    <Dialog
      open
      title={t.deployTitle(model)}
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>{state === 'asked' ? t.cancel : t.close}</Button>
          {state !== 'done' && (
            <Button kind="primary" busy={state === 'busy'} disabled={!ready} onClick={() => void run()}>
              {t.deploy}
            </Button>
          )}
        </>
      }
    >
      {state === 'done' ? (
        <p className={styles.form} role="status">
          {t.deployed(wanted.service)}
          <Link href={`/services/${encodeURIComponent(wanted.service)}`}>{t.toService(wanted.service)}</Link>
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) void run();
          }}
        >
          <TextField label={t.serviceName} mono autoFocus value={service} onChange={setService} />
          <TextField label={t.instances} type="number" min={1} value={instances} onChange={setInstances} />
          <StatementText text={statement.data?.statement} />
          {state === 'busy' && (
            <p className={styles.busy} role="status">
              <Spinner label={t.runs} /> {t.deploying}{' '}
              {running && <Link href={`/logview/${running.instance}`}>{t.inLogview}</Link>}
            </p>
          )}
          {(failure ?? statement.error) !== null && <ErrorBox error={failure ?? statement.error} />}
        </form>
      )}
    </Dialog>
  );
}
