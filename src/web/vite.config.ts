import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** With the Host that the browser asked for, which the server compares with its page's Origin. */
const SERVER = { target: 'http://127.0.0.1:3001', changeOrigin: false };

/** `vite build src/web` writes what the server hands out; `vite src/web` serves it while developing, with the interface of the server behind it on port 3001 (npm run dev). */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Assets stay files of their own: the Content-Security-Policy has no place for data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The worker loads libraries when they are wanted, which only modules can.
  worker: { format: 'es' },
  server: { proxy: { '/api': SERVER, '/media': SERVER } },
});
