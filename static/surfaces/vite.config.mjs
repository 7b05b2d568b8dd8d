import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/**
 * Moves each document with all files that it can load into a folder of its own, as its `index.html`. Forge adds its bridge to no
 * other file of a resource.
 */
const oneFolderForEachDocument = {
  name: 'one-folder-for-each-document',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const built = { ...bundle };
      for (const name of Object.keys(built)) delete bundle[name];
      for (const [name, { source }] of Object.entries(built)) {
        if (!name.endsWith('.html')) continue;
        const folder = basename(name, '.html');
        this.emitFile({ type: 'asset', fileName: `${folder}/index.html`, source });
        for (const file of filesOf(built, source))
          this.emitFile({
            type: 'asset',
            fileName: `${folder}/${file}`,
            source: built[file].code ?? built[file].source,
          });
      }
    },
  },
};

/** The files that a document refers to, and those that they load. */
function filesOf(built, html) {
  const files = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file));
  for (const file of files) {
    const { imports = [], dynamicImports = [], viteMetadata } = built[file];
    for (const next of [
      ...imports,
      ...dynamicImports,
      ...(viteMetadata?.importedCss ?? []),
      ...(viteMetadata?.importedAssets ?? []),
    ])
      files.add(next);
  }
  return files;
}

export default defineConfig({
  root,
  plugins: [oneFolderForEachDocument],
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
