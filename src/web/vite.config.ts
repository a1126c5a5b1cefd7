import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { arrivalFiles, noCircles, pageChunks } from './vite-chunks.ts';
import { lightContract } from './vite-contract.ts';

/** Keeps the browser's Host header, which the server compares with the page's Origin. */
const SERVER = { target: 'http://127.0.0.1:3001', changeOrigin: false };

/** `vite build src/web` builds the files that the server serves. `vite src/web` serves them during development, and proxies the API to port 3001 (npm run dev). */
export default defineConfig({
  plugins: [react(), tailwindcss(), lightContract(), arrivalFiles(), noCircles()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Assets are not inlined, because the Content-Security-Policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: pageChunks } },
  },
  // The worker loads libraries on demand, which only modules can.
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': SERVER,
      '/media': SERVER,
      '/mcp': SERVER,
      '/.well-known': SERVER,
      // The page between them is the application's.
      '^/oauth/(?:authorize|token|register|revoke|jwks|consent/[^/]+/(?:details|decision))': SERVER,
    },
  },
});
