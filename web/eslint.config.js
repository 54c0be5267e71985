import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "src/paraglide/", "screenshots/", "node_modules/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ["**/*.svelte", "**/*.ts"], rules: { "no-undef": "off" } },
  { rules: { "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }] } },
  {
    // What the types say is always there needs no fall-back: a `??` behind a field of a message would hide a fault.
    files: ["src/**/*.svelte", "src/**/*.ts"],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"], tsconfigRootDir: import.meta.dirname },
    },
    rules: { "@typescript-eslint/no-unnecessary-condition": "error" },
  },
  {
    // Only these put drawings into the page as they are: constants of our own, never anybody's input.
    files: [
      "src/components/**/{Sprite,CardPicture,WonderArt,WonderRow,WonderFigure,Soldier,Brand,CardBack,RuleFigure}.svelte",
    ],
    rules: { "svelte/no-at-html-tags": "off" },
  },
);
