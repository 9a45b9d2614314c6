import { useState } from 'react';
import { CodeEditor } from '../widgets/code/CodeEditor';
import { Button } from '../widgets/controls/Button';
import styles from './gallery.module.css';
import { params } from './params';

const line = "SELECT id, name, CAST(weight AS DOUBLE) AS w FROM iris WHERE name = '苹果' AND id > 10; -- a comment\n";

/** `?code&lines=1000`: an editor of SQL, and one as a field of a form. */
export default function CodeExample() {
  const [value, setValue] = useState(line.repeat(Number(params.get('lines') ?? 3)));
  const [ran, setRan] = useState('');
  const [form, setForm] = useState('{"a": 1}');
  return (
    <>
      <div className={styles.row}>
        <Button onClick={() => setValue(value.replaceAll('iris', 'flowers'))}>Rename</Button>
        <CodeEditor label="Configuration" value={form} onChange={setForm} language="json" plain height={64} />
      </div>
      <CodeEditor
        label="Statement"
        value={value}
        onChange={setValue}
        language="sql"
        onRun={setRan}
        onSave={() => setRan('saved')}
      />
      <output>{ran}</output>
    </>
  );
}
