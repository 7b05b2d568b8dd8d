import { defineConfig } from 'vite';
import { guides } from './vite-guides.mjs';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [guides()],
  // Forge serves the files from a folder with an unknown URL.
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL for a small image would need its own policy. A file needs none.
    assetsInlineLimit: 0,
    // All browsers that Confluence supports preload modules without a polyfill.
    modulePreload: { polyfill: false },
    // Swagger UI is large and loads only when its page opens. A test measures the first load.
    chunkSizeWarningLimit: 1600,
  },
});
