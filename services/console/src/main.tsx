import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { watchLoadErrors } from './app/load-error';
import { showTheme } from './app/theme';
import './app/theme.css';
import './app/app.css';

showTheme();
watchLoadErrors();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
