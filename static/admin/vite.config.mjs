import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Forge serves the files from a folder whose address nobody knows beforehand.
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A small picture in a data: URL would need a policy of its own; a file needs none.
    assetsInlineLimit: 0,
    // The polyfill is an inline-free script, but every browser that Confluence supports preloads modules by itself.
    modulePreload: { polyfill: false },
    // Swagger UI, which comes only when its page is opened; a test measures what comes at first.
    chunkSizeWarningLimit: 1600,
  },
});
