import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { isLoginLink, redeemLoginLink } from './app/console-session';
import { watchLoadErrors } from './app/load-error';
import { showTheme } from './app/theme';
import './app/theme.css';
import './app/app.css';

showTheme();
watchLoadErrors();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
// A sign-in link that is opened in a tab with the console only changes the address.
window.addEventListener('hashchange', () => isLoginLink(location.hash) && location.reload());
const reactRoot = createRoot(root);
void redeemLoginLink().then((refusal) =>
  reactRoot.render(
    <StrictMode>
      <App refusal={refusal} />
    </StrictMode>,
  ),
);
