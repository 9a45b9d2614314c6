import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The pages are served below /console/ with names that hold a hash of what is in them, so that browsers keep
// them for ever; index.html alone is asked for again. cmake/Console.cmake gives the folder to write to.
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: process.env.PAISQL_CONSOLE_OUT ?? '../../build/console/dist',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
});
