import { useState } from 'react';
import { useText } from '../app/i18n';
import { CheckField, TextField } from '../widgets/controls/Field';
import { FieldPair, FormDialog } from '../widgets/feedback/FormDialog';
import styles from './Services.module.css';
import type { Service, ServiceAction } from './serviceApi';
import { texts } from './texts';

const kMostProcesses = 64;
const kMostNumber = 1_000_000;

/** The number of a field; null for what is not one in these bounds. */
function numberOf(text: string, low: number, high: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= low && value <= high ? value : null;
}

interface Props {
  service: Service;
  onClose: () => void;
  onAct: (action: ServiceAction) => void;
}

export function ScaleDialog({ service, onClose, onAct }: Props) {
  const t = useText(texts);
  const main = service.versions.find((one) => one.role === 'main');
  const [count, setCount] = useState(String(main?.wanted ?? 1));
  const value = numberOf(count, 0, kMostProcesses);
  return (
    <FormDialog
      title={t.scaleTitle(service.name)}
      help={t.scaleHelp}
      submit={t.apply}
      onClose={onClose}
      onSubmit={() => value !== null && onAct({ action: 'scale', instances: value })}
    >
      <TextField
        label={t.instances}
        value={count}
        onChange={setCount}
        inputMode="numeric"
        autoFocus
        error={value === null ? t.wholeNumber(0, kMostProcesses) : ''}
      />
    </FormDialog>
  );
}

export function AutoscaleDialog({ service, onClose, onAct }: Props) {
  const t = useText(texts);
  const own = service.properties;
  const [off, setOff] = useState(false);
  const [least, setLeast] = useState(own['autoscaler.min'] ?? '1');
  const [most, setMost] = useState(own['autoscaler.max'] ?? '4');
  const [qps, setQps] = useState(own['autoscaler.strategies.qps'] ?? '100');
  const [cpu, setCpu] = useState(own['autoscaler.strategies.cpu'] ?? '');
  const low = numberOf(least, 1, kMostProcesses);
  const high = numberOf(most, low ?? 1, kMostProcesses);
  const optional = (text: string) => (text.trim() === '' ? undefined : numberOf(text, 1, kMostNumber));
  const targets = [optional(qps), optional(cpu)] as const;
  const right = low !== null && high !== null && !targets.includes(null) && targets.some((one) => one !== undefined);
  const submit = () => {
    if (off) onAct({ action: 'autoscale', max: 0 });
    else if (right) onAct({ action: 'autoscale', min: low, max: high, qps: targets[0], cpu: targets[1] });
  };
  return (
    <FormDialog title={t.autoscaleTitle(service.name)} submit={t.apply} onClose={onClose} onSubmit={submit}>
      {service.scaling !== '' && <p className={styles.muted}>{service.scaling}</p>}
      {own['autoscaler.max'] !== undefined && <CheckField label={t.noScaling} checked={off} onChange={setOff} />}
      {!off && (
        <>
          <FieldPair>
            <TextField
              label={t.least}
              value={least}
              onChange={setLeast}
              inputMode="numeric"
              error={low === null ? t.wholeNumber(1, kMostProcesses) : ''}
            />
            <TextField
              label={t.most}
              value={most}
              onChange={setMost}
              inputMode="numeric"
              error={high === null ? t.wholeNumber(low ?? 1, kMostProcesses) : ''}
            />
          </FieldPair>
          <FieldPair>
            <TextField
              label={t.qps}
              value={qps}
              onChange={setQps}
              inputMode="numeric"
              error={targets[0] === null ? t.wholeNumber(1, kMostNumber) : ''}
            />
            <TextField
              label={t.cpu}
              value={cpu}
              onChange={setCpu}
              inputMode="numeric"
              error={targets[1] === null ? t.wholeNumber(1, kMostNumber) : ''}
            />
          </FieldPair>
        </>
      )}
    </FormDialog>
  );
}

export function VersionDialog({ service, kind, onClose, onAct }: Props & { kind: 'update' | 'release' }) {
  const t = useText(texts);
  const main = service.versions.find((one) => one.role === 'main');
  const [model, setModel] = useState(main?.model ?? '');
  const [version, setVersion] = useState('');
  const [weight, setWeight] = useState('10');
  const [mirror, setMirror] = useState(false);
  const [asked, setAsked] = useState(false);
  const number = version.trim() === '' ? undefined : numberOf(version, 1, kMostNumber);
  const share = numberOf(weight, 0, 100);
  const release = kind === 'release';
  const submit = () => {
    setAsked(true);
    if (model.trim() === '' || number === null || (release && share === null)) return;
    const what = { model: model.trim(), version: number };
    onAct(release ? { action: 'release', ...what, weight: share, mirror } : { action: 'update', ...what });
  };
  return (
    <FormDialog
      title={release ? t.releaseTitle(service.name) : t.updateTitle(service.name)}
      help={release ? t.releaseHelp : t.updateHelp}
      submit={t.apply}
      onClose={onClose}
      onSubmit={submit}
    >
      <ModelFields {...{ model, setModel, version, setVersion, asked, number }} />
      {release && (
        <>
          <TextField
            label={t.weight}
            value={weight}
            onChange={setWeight}
            inputMode="numeric"
            error={share === null ? t.wholeNumber(0, 100) : ''}
          />
          <CheckField label={t.mirror} checked={mirror} onChange={setMirror} />
        </>
      )}
    </FormDialog>
  );
}

function ModelFields(props: {
  model: string;
  setModel: (value: string) => void;
  version: string;
  setVersion: (value: string) => void;
  asked: boolean;
  number: number | null | undefined;
}) {
  const t = useText(texts);
  return (
    <FieldPair>
      <TextField
        label={t.model}
        value={props.model}
        onChange={props.setModel}
        mono
        required
        error={props.asked && props.model.trim() === '' ? t.needed : ''}
        hint={t.modelHint}
      />
      <TextField
        label={t.modelVersion}
        value={props.version}
        onChange={props.setVersion}
        inputMode="numeric"
        error={props.number === null ? t.wholeNumber(1, kMostNumber) : ''}
        hint={t.modelVersionHint}
      />
    </FieldPair>
  );
}

export function DeployDialog(props: {
  onClose: () => void;
  onDeploy: (body: unknown) => Promise<{ end: Promise<boolean | undefined> }>;
}) {
  const t = useText(texts);
  const [name, setName] = useState('');
  const [model, setModel] = useState('');
  const [version, setVersion] = useState('');
  const [count, setCount] = useState('1');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const number = version.trim() === '' ? undefined : numberOf(version, 1, kMostNumber);
  const processes = numberOf(count, 1, kMostProcesses);
  const named = /^[A-Za-z0-9_-]{1,128}$/.test(name.trim());
  const submit = async () => {
    setAsked(true);
    if (!named || model.trim() === '' || number === null || processes === null || busy) return;
    setBusy(true);
    try {
      await props.onDeploy({
        name: name.trim(),
        model: model.trim(),
        version: number,
        properties: processes === 1 ? {} : { 'metadata.instance': String(processes) },
      });
      props.onClose();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t.deployTitle}
      submit={t.deploy}
      busy={busy}
      error={error}
      onClose={props.onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t.serviceName}
        value={name}
        onChange={setName}
        mono
        required
        autoFocus
        hint={t.serviceNameHint}
        error={(asked || name !== '') && !named ? t.nameWrong : ''}
      />
      <ModelFields {...{ model, setModel, version, setVersion, asked, number }} />
      <TextField
        label={t.instances}
        value={count}
        onChange={setCount}
        inputMode="numeric"
        error={processes === null ? t.wholeNumber(1, kMostProcesses) : ''}
      />
    </FormDialog>
  );
}
