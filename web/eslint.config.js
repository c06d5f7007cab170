import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import prettier from "eslint-config-prettier";
import importSort from "eslint-plugin-simple-import-sort";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** A folder may import from those to its right, not from those to its left. */
const FOLDERS = ["pages", "table", "board", "engine", "lib", "i18n"];
const layers = FOLDERS.slice(1).map((folder, n) => ({
  files: [`src/${folder}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: FOLDERS.slice(0, n + 1).map((above) => ({
          group: [`**/${above}/**`],
          message: `${folder} is below ${above}.`,
        })),
      },
    ],
  },
}));

export default defineConfig(
  { ignores: ["src/lib/protocol.ts"] }, // made from the server's models
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier, // prettier formats, eslint does not
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ["*.config.js", "types.js"] },
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "import-sort": importSort },
    rules: { "import-sort/imports": ["error", { groups: [["^\\u0000", "^node:", "^", "^\\."]] }], eqeqeq: "error" },
  },
  { files: ["types.js"], ...ts.configs.disableTypeChecked }, // the document is plain JSON
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      "svelte/prefer-svelte-reactivity": "off", // state here is replaced, not changed in place
    },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // eslint does not know the types of other components; svelte-check does.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["src/board/*.svelte"],
    rules: { "svelte/no-at-html-tags": "off" }, // boards are SVG drawn by the server, from maps its operator chose
  },
  layers,
);
