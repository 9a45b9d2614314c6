import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../widgets/controls/Button';
import { TextField } from '../../widgets/controls/Field';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { ApiError, api } from '../api';
import { withKeys } from '../connection';
import { useText } from '../i18n';
import icon from '../icon.svg';
import { fetchMe } from '../me';
import { token, tokenIn } from '../session';
import { texts } from '../texts';
import { ConnectionBar } from './ConnectionBar';
import styles from './SignIn.module.css';

/** Asks for an access id and secret, or for the address that the program printed. */
export function SignIn({ again = false }: { again?: boolean }) {
  const t = useText(texts);
  const box = useRef<HTMLDialogElement>(null);
  const keys = withKeys.use();
  useEffect(() => {
    if (again) box.current?.showModal();
  }, [again]);
  const content = (
    <div className={styles.card}>
      <header className={styles.head}>
        <img src={icon} alt="" width={36} height={36} />
        <h1>{again ? t.signInAgain : t.console}</h1>
        <p>{again ? t.signInAgainHelp : keys ? t.signInHelp : t.openHelp}</p>
      </header>
      <ConnectionBar />
      {keys && <ByAccessKey />}
      <ByAddress alone={!keys} />
    </div>
  );
  if (!again) return <main className={styles.page}>{content}</main>;
  return (
    <dialog
      ref={box}
      className={styles.over}
      aria-label={t.signInAgain}
      onCancel={(event) => event.preventDefault()}
      onClose={() => box.current?.showModal()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
    >
      {content}
    </dialog>
  );
}

function ByAccessKey() {
  const t = useText(texts);
  const queries = useQueryClient();
  const [id, setId] = useState('');
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const answer = await api.post<{ token: string }>('/sign-in', { access_id: id, secret });
      token.set(answer.token);
      await fetchMe();
      await queries.invalidateQueries();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label={t.accessId} value={id} onChange={setId} autoComplete="username" required />
      <TextField
        label={t.accessSecret}
        type="password"
        value={secret}
        onChange={setSecret}
        autoComplete="current-password"
        required
      />
      {error !== null && <Refused error={error} text={t.refused} />}
      <Button kind="primary" type="submit" busy={busy}>
        {t.signIn}
      </Button>
    </form>
  );
}

function ByAddress({ alone }: { alone: boolean }) {
  const t = useText(texts);
  const queries = useQueryClient();
  const [address, setAddress] = useState('');
  const [wrong, setWrong] = useState('');
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = tokenIn(address);
    setWrong(found === '' ? t.addressWrong : '');
    setError(null);
    if (found === '') return;
    token.set(found);
    try {
      await fetchMe();
      await queries.invalidateQueries();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!alone && <h2 className={styles.or}>{t.byAddress}</h2>}
      <TextField
        label={t.address}
        value={address}
        onChange={setAddress}
        placeholder={t.addressExample}
        error={wrong}
        hint={t.addressHelp}
        autoComplete="off"
      />
      {error !== null && <Refused error={error} text={t.tokenRefused} />}
      <Button kind={alone ? 'primary' : 'normal'} type="submit">
        {t.open}
      </Button>
    </form>
  );
}

function Refused({ error, text }: { error: unknown; text: string }) {
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
    return (
      <p className={styles.refused} role="alert">
        {text}
      </p>
    );
  }
  return <ErrorBox error={error} />;
}
