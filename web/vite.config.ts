import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // the static edition works in any folder; a server writes addresses that begin at its top into the page
  worker: { format: "es" },
  build: {
    outDir: "../src/whistlestop/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the Content-Security-Policy allows nothing inline
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: ["index.html", "src/sw.ts"],
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8765",
      "/boards": "http://127.0.0.1:8765",
      "/palette.css": "http://127.0.0.1:8765",
    },
  },
});
