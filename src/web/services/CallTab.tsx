import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../app/api';
import { formatBytes, formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { useShortcuts } from '../app/shortcuts';
import { CodeEditor } from '../widgets/code/CodeEditor';
import { Button } from '../widgets/controls/Button';
import { SelectField, TextField } from '../widgets/controls/Field';
import { Segmented } from '../widgets/controls/Segmented';
import { copyText } from '../widgets/copyText';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { toast } from '../widgets/feedback/Toast';
import { SplitPane } from '../widgets/layout/SplitPane';
import {
  bodyOf,
  curlOf,
  firstValue,
  isLeftOut,
  jsonOf,
  needOf,
  prettyOf,
  rowShape,
  rowShapeText,
  shapeText,
  typeText,
} from './requestBody';
import styles from './Services.module.css';
import { type CallAnswer, type Service, type Signature, useSignatures } from './serviceApi';
import { texts } from './texts';

/** A form that is made from the model's inputs, and what the service answers to it. */
export function CallTab({ service }: { service: Service }) {
  const t = useText(texts);
  const known = useSignatures(service);
  const [named, setNamed] = useState('');
  const [version, setVersion] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const [way, setWay] = useState<'form' | 'json'>('form');
  const [written, setWritten] = useState<string | null>(null);
  const signatures = known.data?.signatures ?? [];
  const signature = signatures.find((one) => one.signature_name === (named || known.data?.default)) ?? signatures[0];
  const formed = signature ? bodyOf(signature, values, version !== '') : null;
  const json = way === 'json' || !signature;
  const body = json ? (written ?? formed ?? '') : formed;
  const query =
    signature && version === '' && signature.signature_name !== known.data?.default
      ? `?signature_name=${encodeURIComponent(signature.signature_name)}`
      : '';
  const target =
    version === '' ? `/api/predict/${service.name}${query}` : `/v1/models/${service.name}/versions/${version}:predict`;
  const ask = useMutation({
    mutationFn: (request: { target: string; body: string }) =>
      api.post<CallAnswer>(`/services/${encodeURIComponent(service.name)}/call`, request),
  });
  const send = () => {
    if (body !== null && !ask.isPending) ask.mutate({ target, body });
  };
  const outdated = ask.variables?.target !== target || ask.variables.body !== body;
  useShortcuts([{ keys: 'Ctrl+Enter', title: t.send, group: t.title, run: send, inFields: true }]);
  const copyCurl = () => {
    const host = service.address.replace(/\/api\/predict\/.*$/, '');
    void copyText(curlOf(host + target, body ?? '', service.has_token)).then(() => toast.good(t.copied), toast.bad);
  };
  const live = service.versions.filter((one) => one.role !== 'retired');
  if (known.isFetching && !known.data) return <Spinner label={t.loading} block />;
  return (
    <SplitPane label={t.answer} direction="row" initial={0.5} min={320} minOther={280} storageKey="services.call">
      <form
        className={styles.callForm}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className={styles.callTop}>
          {signatures.length > 1 && (
            <SelectField
              label={t.signature}
              value={signature?.signature_name ?? ''}
              onChange={(name) => {
                setNamed(name);
                setValues({});
                setWritten(null);
              }}
              options={signatures.map((one) => ({ value: one.signature_name, label: one.signature_name }))}
            />
          )}
          {signature && (
            <SelectField
              label={t.target}
              value={version}
              onChange={(one) => {
                setVersion(one);
                setWritten(null);
              }}
              options={[
                { value: '', label: t.targetAll },
                ...live.map((one) => ({ value: String(one.version), label: t.targetVersion(one.version) })),
              ]}
            />
          )}
          {signature && (
            <Segmented
              label={t.howToWrite}
              value={way}
              onChange={(next) => {
                if (next === 'json') setWritten(formed);
                setWay(next);
              }}
              options={[
                { value: 'form', label: t.form },
                { value: 'json', label: t.json },
              ]}
            />
          )}
        </div>
        {!signature && <NoSignature service={service} />}
        {signature && !json ? (
          <Inputs signature={signature} values={values} onChange={setValues} />
        ) : (
          <div className={styles.bodyBox}>
            <CodeEditor label={t.body} value={body ?? ''} onChange={setWritten} language="json" onRun={send} />
          </div>
        )}
        {signature && !json && <Outputs signature={signature} />}
        <div className={styles.callActions}>
          <Button type="submit" kind="primary" icon="play" busy={ask.isPending} disabled={body === null}>
            {ask.isPending ? t.sending : t.send}
          </Button>
          <Button icon="copy" disabled={body === null || service.address === ''} onClick={copyCurl}>
            {t.copyCurl}
          </Button>
        </div>
      </form>
      <section className={styles.answerPane} aria-label={t.answer} aria-live="polite">
        {ask.error && <ErrorBox error={ask.error} />}
        {ask.isPending && <Spinner label={t.sending} block />}
        {!ask.isIdle && !ask.isPending && outdated && <p className={styles.outdated}>{t.outdated}</p>}
        {ask.data && <Answer answer={ask.data} />}
        {ask.isIdle && (
          <EmptyState icon="service" title={t.noAnswer}>
            {t.noAnswerHelp}
          </EmptyState>
        )}
      </section>
    </SplitPane>
  );
}

function NoSignature({ service }: { service: Service }) {
  const t = useText(texts);
  const own = service.versions.find((one) => one.role === 'main')?.own_processor;
  const answers = service.versions.some((one) => one.ready > 0);
  return (
    <p className={styles.muted}>
      {own || answers ? `${t.noSignature}. ${own ? t.noSignatureHelp : ''}` : t.noSignatureStopped}
    </p>
  );
}

function Inputs(props: {
  signature: Signature;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
}) {
  const { signature, values, onChange } = props;
  const t = useText(texts);
  return (
    <fieldset className={styles.inputs}>
      <legend>{t.inputs}</legend>
      {signature.inputs.map((tensor) => {
        const need = needOf(tensor);
        const value = values[tensor.name] ?? firstValue(tensor);
        const right = isLeftOut(tensor, value) || jsonOf(need, value, rowShape(tensor)) !== null;
        const wish = need === 'json' ? t.needs.json(rowShapeText(tensor)) : need === 'text' ? '' : t.needs[need];
        const kind = `${typeText(tensor)} ${shapeText(tensor) ?? t.anyShape}`;
        return (
          <TextField
            key={tensor.name}
            label={tensor.name}
            value={value}
            onChange={(text) => onChange({ ...values, [tensor.name]: text })}
            mono
            inputMode={need === 'whole' || need === 'number' ? 'decimal' : undefined}
            error={right ? '' : wish}
            hint={tensor.may_miss ? `${kind} · ${t.mayMiss}` : kind}
          />
        );
      })}
    </fieldset>
  );
}

function Outputs({ signature }: { signature: Signature }) {
  const t = useText(texts);
  return (
    <p className={styles.muted}>
      {t.outputs}:{' '}
      {signature.outputs.map((one) => `${one.name} ${typeText(one)} ${shapeText(one) ?? t.anyShape}`).join(', ')}
    </p>
  );
}

function Answer({ answer }: { answer: CallAnswer }) {
  const t = useText(texts);
  const good = answer.status >= 200 && answer.status < 400;
  return (
    <>
      <header className={styles.answerHead}>
        <span className={good ? styles.good : styles.bad}>{t.status(answer.status)}</span>
        <span>
          {t.took}: {t.seconds(formatNumber(answer.latency_ms, answer.latency_ms < 10 ? 2 : 0))}
        </span>
        <span>
          {t.size}: {formatBytes(answer.bytes)}
        </span>
        {answer.request_id !== '' && (
          <span className={styles.path}>
            {t.requestId}: {answer.request_id}
          </span>
        )}
      </header>
      {answer.truncated && <p className={styles.note}>{t.truncated}</p>}
      {answer.binary && <p className={styles.note}>{t.binary}</p>}
      <pre className={styles.answerBody} tabIndex={0}>
        {prettyOf(answer.body)}
      </pre>
    </>
  );
}
