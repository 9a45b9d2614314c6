import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../app/i18n';
import { useShortcuts } from '../app/shortcuts';
import { CheckField, SelectField, TextField } from '../widgets/controls/Field';
import { FieldPair, FormDialog } from '../widgets/feedback/FormDialog';
import { toast } from '../widgets/feedback/Toast';
import { daysBetween, dayText, type Flow, type RunAsk, readDay, startRun } from './flowApi';
import { titleOf } from './nodeWords';
import { texts } from './texts';
import styles from './Workflows.module.css';

export type RunKind = 'run' | 'backfill' | 'from' | 'to' | 'only';

const kMostDays = 3660;
const kMostParallel = 1000;

interface Props {
  flow: Flow;
  kind: RunKind;
  node?: string;
  bizdate: string;
  onClose: () => void;
  onBegun: (run: number) => void;
}

/** A name as --select takes it. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Asks for which dates and nodes a run is. */
export function RunDialog({ flow, kind, node, bizdate, onClose, onBegun }: Props) {
  const t = useText(texts);
  const client = useQueryClient();
  const backfill = kind === 'backfill';
  const [day, setDay] = useState(dayText(bizdate));
  const [last, setLast] = useState(dayText(bizdate));
  const [parallel, setParallel] = useState('');
  const [which, setWhich] = useState<string>(kind === 'backfill' || kind === 'run' ? 'all' : kind);
  const [resume, setResume] = useState(false);
  const [beside, setBeside] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState(false);

  const first = readDay(day);
  const end = backfill ? readDay(last) : first;
  const dayError = (text: string) =>
    text.trim() === '' ? (backfill ? t.dateNeeded : '') : readDay(text) ? '' : t.dateWrong(text.trim());
  const firstError = dayError(day);
  const count = first && end ? daysBetween(first, end) : 0;
  const lastError = !backfill
    ? ''
    : dayError(last) || (count === 0 && first && end ? t.lastBeforeFirst : count > kMostDays ? t.tooMany : '');
  const places = parallel.trim() === '' ? 0 : Number(parallel);
  const parallelError = Number.isInteger(places) && places >= 0 && places <= kMostParallel ? '' : t.parallelWrong;

  const ask = (): RunAsk => {
    const wish: RunAsk = { resume, beside };
    if (backfill) {
      wish.first = first ?? '';
      wish.last = end ?? '';
    } else if (first) {
      wish.bizdate = first;
    }
    if (places > 0) wish.parallel = places;
    if (node && which === 'from') wish.from = node;
    if (node && which === 'to') wish.to = node;
    if (node && which === 'only') wish.select = quoted(node);
    const given = Object.entries(values).filter(([, value]) => value !== '');
    if (given.length > 0) wish.parameters = Object.fromEntries(given);
    return wish;
  };
  const start = useMutation({
    mutationFn: () => startRun(flow.id, ask()),
    onSuccess: (run) => {
      toast.good(run > 0 ? t.begun(run) : t.checkingStart);
      void client.invalidateQueries({ queryKey: ['workflows'] });
      if (run > 0) onBegun(run);
      onClose();
    },
  });
  const submit = () => {
    setAsked(true);
    if (!firstError && !lastError && !parallelError && !start.isPending) start.mutate();
  };
  useShortcuts([{ keys: 'Ctrl+Enter', title: t.start, group: t.title, run: submit, inFields: true }]);
  const parameters = flow.flow?.parameters ?? [];
  return (
    <FormDialog
      title={backfill ? t.backfillTitle(flow.name) : t.runTitle(flow.name)}
      submit={t.start}
      icon="play"
      width={520}
      busy={start.isPending}
      error={start.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <FieldPair>
        <TextField
          label={backfill ? t.first : t.date}
          value={day}
          onChange={setDay}
          mono
          autoFocus
          placeholder="2026-01-31"
          error={asked || day.length >= 8 ? firstError : ''}
          hint={backfill ? undefined : t.dateHint}
        />
        {backfill ? (
          <TextField
            label={t.last}
            value={last}
            onChange={setLast}
            mono
            placeholder="2026-01-31"
            error={asked || last.length >= 8 ? lastError : ''}
            hint={count > 0 ? t.days(count) : undefined}
          />
        ) : (
          <TextField
            label={t.parallelNodes}
            value={parallel}
            onChange={setParallel}
            inputMode="numeric"
            error={parallelError}
            hint={t.parallelNodesHint}
          />
        )}
      </FieldPair>
      {backfill && (
        <TextField
          label={t.parallel}
          value={parallel}
          onChange={setParallel}
          inputMode="numeric"
          error={parallelError}
          hint={t.parallelHint}
        />
      )}
      {node && (
        <SelectField
          label={t.which}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: t.whichAll },
            { value: 'from', label: t.whichFrom(titleOf(flow, node)) },
            { value: 'to', label: t.whichTo(titleOf(flow, node)) },
            { value: 'only', label: t.whichOnly(titleOf(flow, node)) },
          ]}
        />
      )}
      <CheckField label={t.resume} hint={t.resumeHint} checked={resume} onChange={setResume} />
      <CheckField label={t.beside} checked={beside} onChange={setBeside} />
      {parameters.length > 0 && (
        <fieldset className={styles.values}>
          <legend>{t.values}</legend>
          {parameters.map((one) => (
            <TextField
              key={one.name}
              label={one.name}
              value={values[one.name] ?? ''}
              onChange={(value) => setValues({ ...values, [one.name]: value })}
              placeholder={one.expression}
              mono
            />
          ))}
          <p className={styles.muted}>{t.valuesHint}</p>
        </fieldset>
      )}
      <p className={styles.muted}>{t.projectUsed(flow.project)}</p>
    </FormDialog>
  );
}
