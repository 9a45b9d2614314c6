import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import './fonts.css';
import './theme.css';
import { ApiError } from './api';
import { App } from './frame/App';
import { suggestLanguage } from './i18n';
import { pages } from './pages';
import { askOtherTabs, takeTokenFromAddress } from './session';
import { listenToKeys } from './shortcuts';

takeTokenFromAddress();
// Another token in the address of a page that is open already: what the program printed after a restart.
window.addEventListener('hashchange', takeTokenFromAddress);
suggestLanguage(undefined);
listenToKeys();
// The page of the address comes together with the answer about who asks.
pages
  .find((page) => location.pathname.startsWith(`/console${page.path}`))
  ?.load()
  .catch(() => undefined);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A server that cannot be reached is asked again by app/reconnect.ts; what it refuses, it refuses again.
      retry: (count, error) => count < 1 && !(error instanceof ApiError),
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const root = document.getElementById('root');
if (root) {
  await askOtherTabs();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base="/console">
          <App />
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
}
