import { useQuery } from '@tanstack/react-query';
import { Spinner } from '../../widgets/feedback/Spinner';
import { Toasts } from '../../widgets/feedback/Toast';
import { access } from '../connection';
import { useText } from '../i18n';
import { meQuery } from '../me';
import { texts } from '../texts';
import styles from './App.module.css';
import { ConnectionBar } from './ConnectionBar';
import { useReconnecting } from './reconnect';
import { Shell } from './Shell';
import { SignIn } from './SignIn';

/** The pages for who is signed in; else the sign-in page. A token that expires is asked for over the open page. */
export function App() {
  const t = useText(texts);
  const state = access.use();
  useReconnecting();
  // Also how a page that asks for nothing notices that the server has gone, or the token ended.
  useQuery({ ...meQuery, refetchInterval: 10_000, refetchOnWindowFocus: 'always' });
  return (
    <>
      {state === 'unknown' && (
        <div className={styles.starting}>
          <Spinner label={t.loading} />
          <ConnectionBar />
        </div>
      )}
      {state === 'none' && <SignIn />}
      {(state === 'granted' || state === 'expired') && <Shell />}
      {state === 'expired' && <SignIn again />}
      <Toasts />
    </>
  );
}
