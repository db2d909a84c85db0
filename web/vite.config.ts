import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import ts from 'typescript';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.SANDTABLE_SERVER ?? 'http://127.0.0.1:8000';
const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf-8');

/** Adds the files that check the dice of a game without the server: one page, and one Python file. */
function checkers(): Plugin {
  return {
    name: 'checkers',
    apply: 'build',
    generateBundle() {
      const target = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
      const check = ts.transpileModule(text('src/lib/dice.ts'), { compilerOptions: target }).outputText;
      const page = text('src/verify_dice.html').replace('/*CHECK*/', () => check.replace(/^export /gm, ''));
      this.emitFile({ type: 'asset', fileName: 'verify_dice.html', source: page });
      this.emitFile({ type: 'asset', fileName: 'verify_dice.py', source: text('../tools/verify_dice.py') });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), checkers()],
  build: { outDir: '../src/sandtable/server/static', emptyOutDir: true, target: 'es2022' },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 }, // the machine may have other things to do
});
