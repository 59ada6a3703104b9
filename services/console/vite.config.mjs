import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A stack that runs on its usual port: `npx vite` in this folder shows the sources over it. */
const stack = 'http://127.0.0.1:7070';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@crumbtrail/source', 'module', 'browser', 'default'] },
  build: {
    // What `light-dark()` and private names want is in these and later.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Files and nothing inline: the page's policy forbids the rest.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': stack, '/readyz': stack } },
});
