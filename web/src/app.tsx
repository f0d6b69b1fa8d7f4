import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { queryClient } from './api/query-client';
import { Toasts } from './parts/toast';
import { router } from './routes';

export function App() {
  // What the page showed before any script, until now: in the same frame.
  useLayoutEffect(() => document.getElementById('ghost')?.remove(), []);
  // Now it listens for keys, too.
  useEffect(() => document.getElementById('root')!.removeAttribute('aria-busy'), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
