import { defineConfig } from "vite";

/** Bundles the checks for Node, a page and a worker; tests/wasm says where to. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: "esnext",
    minify: false,
    reportCompressedSize: false,
    lib: { entry: ["node.ts", "page.ts", "worker.ts"], formats: ["es"] },
    rollupOptions: { external: [/^node:/] },
  },
});
