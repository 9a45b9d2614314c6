import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../app/api';
import { formatBytes, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { LineageTab } from '../tables/lineage/LineageTab';
import { Button } from '../widgets/controls/Button';
import { SelectField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { Menu } from '../widgets/controls/Menu';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { PageHeader } from '../widgets/layout/PageHeader';
import { PropertyList } from '../widgets/layout/PropertyList';
import { TabPanel, Tabs } from '../widgets/layout/Tabs';
import { type ModelChange, type ModelVersion, modelsApi } from './client';
import { DeployDialog } from './DeployDialog';
import { ModelChangeDialog } from './ModelChangeDialog';
import styles from './Models.module.css';
import { ServicesTab } from './ServicesTab';
import { SignatureTab } from './SignatureTab';
import { TextTab } from './TextTab';
import { TrainingTab } from './TrainingTab';
import { texts } from './texts';

export interface ModelDetailProps {
  name: string;
  version: number | null;
  onVersion: (version: number) => void;
  onGone: () => void;
}
type TabName = keyof typeof texts.en.tab;

/** One version of a model at a time, in tabs. */
export function ModelDetail({ name, version, onVersion, onGone }: ModelDetailProps) {
  const t = useText(texts);
  const [tab, setTab] = useState<TabName>('signature');
  const [deploying, setDeploying] = useState(false);
  const [change, setChange] = useState<ModelChange | null>(null);
  const found = useQuery({
    queryKey: ['models', 'one', name],
    queryFn: ({ signal }) => modelsApi.one(name, { signal }),
    retry: false,
  });
  if (found.error) {
    const gone = found.error instanceof ApiError && found.error.status === 404;
    const box = <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
    if (!gone) return <div className={styles.padded}>{box}</div>;
    return (
      <EmptyState icon="model" title={t.gone} action={<Button onClick={onGone}>{t.list}</Button>}>
        {t.goneHelp}
        <div className={styles.refused}>{box}</div>
      </EmptyState>
    );
  }
  if (!found.data) return <Spinner label={t.title} block />;
  const model = found.data;
  const shown =
    model.versions.find((one) => one.version === version) ??
    model.versions.find((one) => one.is_default) ??
    model.versions[0];
  if (!shown) return null;
  const tabs = (Object.keys(t.tab) as TabName[]).filter((one) => one !== 'text' || shown.has_text);
  const selected = tabs.includes(tab) ? tab : 'signature';
  return (
    <>
      <PageHeader
        title={model.name}
        subtitle={model.comment || undefined}
        beside={
          <SelectField
            label={t.versions}
            hideLabel
            value={String(shown.version)}
            onChange={(wanted) => onVersion(Number(wanted))}
            options={model.versions.map((one) => ({
              value: String(one.version),
              label: `${t.version(one.version)}${one.is_default ? ` (${t.isDefault})` : ''}`,
            }))}
          />
        }
        actions={
          <>
            <IconButton icon="refresh" label={t.refresh} onClick={() => void found.refetch()} />
            <Menu
              label={t.actions}
              text={t.actions}
              icon="chevronDown"
              items={[
                {
                  label: t.makeDefault,
                  icon: 'star',
                  disabled: shown.is_default || !model.rights.Write,
                  onSelect: () => setChange({ action: 'default_version', version: shown.version }),
                },
                {
                  label: t.dropVersion,
                  icon: 'trash',
                  danger: true,
                  disabled: shown.is_default || !model.rights.Write,
                  onSelect: () => setChange({ action: 'drop_version', version: shown.version }),
                },
                {
                  label: t.drop,
                  icon: 'trash',
                  danger: true,
                  disabled: !model.rights.Delete,
                  onSelect: () => setChange({ action: 'drop' }),
                },
              ]}
            />
            <Button
              kind="primary"
              icon="service"
              disabled={!shown.can_deploy}
              title={shown.can_deploy ? undefined : t.noDeploy}
              onClick={() => setDeploying(true)}
            >
              {t.deploy}
            </Button>
          </>
        }
      />
      <Facts version={shown} />
      <Tabs
        id="model"
        label={t.tabs}
        tabs={tabs.map((one) => ({
          id: one,
          title: t.tab[one],
          badge: one === 'services' && shown.services.length > 0 ? shown.services.length : undefined,
        }))}
        selected={selected}
        onSelect={(to) => setTab(to as TabName)}
      />
      <TabPanel of="model" tab={selected}>
        {selected === 'signature' && <SignatureTab version={shown} />}
        {selected === 'training' && <TrainingTab version={shown} project={model.project} />}
        {selected === 'lineage' && <LineageTab root={{ model: model.name }} title={model.name} />}
        {selected === 'text' && <TextTab model={model.name} version={shown.version} />}
        {selected === 'services' && <ServicesTab version={shown} />}
      </TabPanel>
      <DeployDialog open={deploying} model={model.name} version={shown.version} onClose={() => setDeploying(false)} />
      <ModelChangeDialog model={model.name} change={change} onClose={() => setChange(null)} onGone={onGone} />
    </>
  );
}

function Facts({ version }: { version: ModelVersion }) {
  const t = useText(texts);
  const known = t.formats as Record<string, string>;
  return (
    <div className={styles.facts}>
      <PropertyList
        rows={[
          [t.format, known[version.format] ?? version.format],
          [t.size, formatBytes(version.bytes)],
          [t.created, formatTime(version.created_ms)],
          [t.owner, version.owner || '–'],
          [t.source, version.source || undefined],
          [t.comment, version.comment || undefined],
        ]}
      />
    </div>
  );
}
