import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gateway that `npx vite` proxies API requests to. */
const stack = 'http://127.0.0.1:7070';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@crumbtrail/source', 'module', 'browser', 'default'] },
  build: {
    // The oldest versions with `light-dark()` and private class members.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // The content security policy forbids inline assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': stack, '/readyz': stack } },
});
