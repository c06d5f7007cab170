import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/whistlestop/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows nothing inline
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8765",
      "/boards": "http://127.0.0.1:8765",
      "/palette.css": "http://127.0.0.1:8765",
    },
  },
});
