import { useText } from '../app/i18n';
import { ListTable } from '../widgets/data/ListTable';
import { EmptyState } from '../widgets/feedback/EmptyState';
import type { ModelVersion, TensorSpec } from './client';
import styles from './Models.module.css';
import { texts } from './texts';

/** The inputs that the model takes, and the outputs that it computes. */
export function SignatureTab({ version }: { version: ModelVersion }) {
  const t = useText(texts);
  if (version.signatures.length === 0) {
    return (
      <div className={styles.scroll}>
        <EmptyState icon="model" title={t.noSignature}>
          {t.noSignatureHelp}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.scroll}>
      {version.signatures.map((signature) => (
        <section key={signature.signature_name} className={styles.section}>
          <h2>{signature.signature_name}</h2>
          <h3>{t.inputs}</h3>
          <Specs label={`${signature.signature_name}: ${t.inputs}`} specs={signature.inputs} />
          <h3>{t.outputs}</h3>
          <Specs label={`${signature.signature_name}: ${t.outputs}`} specs={signature.outputs} />
        </section>
      ))}
    </div>
  );
}

function Specs({ label, specs }: { label: string; specs: TensorSpec[] }) {
  const t = useText(texts);
  return (
    <ListTable<TensorSpec>
      label={label}
      rows={specs}
      rowKey={(spec) => spec.name}
      columns={[
        { key: 'name', title: t.tensor, width: '40%', render: (spec) => spec.name },
        { key: 'type', title: t.type, width: '30%', render: (spec) => spec.type.replace(/^DT_/, '') },
        {
          key: 'shape',
          title: t.shape,
          render: (spec) =>
            `${spec.shape ? `[${spec.shape.map((size) => (size < 0 ? '?' : size)).join(', ')}]` : t.anyShape}` +
            `${spec.may_miss ? ` (${t.optional})` : ''}`,
        },
      ]}
    />
  );
}
