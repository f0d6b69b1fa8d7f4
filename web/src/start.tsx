import './theme/trusted-types';
import 'virtual:first-styles';
import './theme/global.css';
import './theme/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NoConnection } from './api/problem';
import { App } from './app';
import { CodeMissing } from './parts/later';

// The page says these already, and asks again.
const isSaid = (error: unknown) => error instanceof NoConnection || error instanceof CodeMissing;

createRoot(document.getElementById('root')!, {
  onCaughtError: (error) => (isSaid(error) ? undefined : console.error(error)),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
