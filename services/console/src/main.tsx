import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { followNewerPage } from './app/newer-page';
import { showTheme } from './app/theme';
import './app/theme.css';
import './app/app.css';

showTheme();
followNewerPage();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to be drawn in.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
