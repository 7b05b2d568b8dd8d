import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root,
  // Forge serves the files from a folder with an unknown URL.
  base: './',
  // Every page of Confluence may load these frames. Preact is a tenth of React's size, with the same components.
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL for a small image would need its own policy. A file needs none.
    assetsInlineLimit: 0,
    // All browsers that Confluence supports preload modules without a polyfill.
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: readdirSync(root)
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(root, name)),
    },
  },
});
