// What `npm run check` refuses beside what the compilers refuse.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'src/protocol/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['src/**'], languageOptions: { globals: globals.browser } },
  { files: ['tests/**', '*.js', '*.ts'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // What a reactive statement fills and forgets in one run need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space at the edge of a block is kept only when it is written as `{' '}`.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    // What a derived value remembers for the next time is read in another run.
    rules: { 'no-useless-assignment': 'off' },
  },
);
