import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// The pages are served below /console/ with names that hold a hash of what is in them, so that browsers keep
// them for ever; index.html alone is asked for again. scripts/embed_pages.py gives the folder to write to, and
// the tests of the widgets ask for their own page, gallery.html, in place of the console.
const page = process.env.PAISQL_CONSOLE_PAGE ?? 'index.html';

export default defineConfig({
  base: '/console/',
  plugins: [react(), fontLicense()],
  build: {
    outDir: process.env.PAISQL_CONSOLE_OUT ?? '../../build/console/dist',
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    license: { fileName: 'licenses.txt' },
    // What every page needs is two files rather than thirty.
    rolldownOptions: { input: page, output: { codeSplitting: { groups: [libraries(), frame()] } } },
  },
});

function libraries() {
  const names =
    'react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack/(react-query|query-core)';
  // What single pages need of them comes with these.
  const rest = 'useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver|useQueries|queriesObserver';
  return { name: 'libraries', test: new RegExp(`/node_modules/(${names})/(?!.*/(${rest})\\.)`) };
}
/** The frame and the small widgets; large ones come with the pages that show them. */
function frame() {
  return { name: 'frame', test: /\/web\/(app|app\/frame|widgets|widgets\/(controls|feedback|layout))\/[^/]+$/ };
}

/** The licence of the font, which goes along with it; those of the packages are in licenses.txt. */
function fontLicense(): Plugin {
  const source = readFileSync('node_modules/@fontsource-variable/inter/LICENSE', 'utf8');
  return {
    name: 'font-license',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'font-license.txt', source });
    },
  };
}
