import { defineConfig } from "vite";

/** Bundles the checks for Node and for a worker in a browser; tests/wasm says where to. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: "esnext",
    minify: false,
    reportCompressedSize: false,
    lib: { entry: ["node.ts", "worker.ts"], formats: ["es"] },
    rollupOptions: { external: [/^node:/] },
  },
});
