// Strict and typed. Each exception has its reason beside it; how the code is laid out is Prettier's business.

import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default defineConfig(
  { ignores: ["node_modules/", "src/lib/wire.gen.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: {
          allowDefaultProject: ["vite.config.ts", "vitest.config.ts", "eslint.config.js", "public/sw.js"],
        },
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // With noUncheckedIndexedAccess, `!` is how the code says that an index is within its list.
      "@typescript-eslint/no-non-null-assertion": "off",
      // `onclick={() => (open = true)}` and `() => pad.close()` are clearer than braces.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // In an effect, `void view;` names what it follows.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // Keys that the type does not know stand in brackets.
      "@typescript-eslint/dot-notation": ["error", { allowIndexSignaturePropertyAccess: true }],
      // An empty text is as good as none: `name || t("home.guest")`.
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { string: true } }],
      // A callback that nobody has set yet, or nobody needs.
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Handlers may be async: Svelte looks at nothing that they return.
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts", "**/*.svelte.test.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      // The parser sees what other components take and give as `any`; svelte-check has their types and is a gate too.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowAny: true }],
    },
  },
  {
    files: ["**/*.test.ts"],
    rules: {
      // Stand-ins for what is async need not await anything, and borrow methods of the browser's objects.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    // The service worker is plain JavaScript, served as it is.
    files: ["public/sw.js"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.serviceworker },
  },
);
