// Makes src/lib/wire.ts from the server's OpenAPI description, src/lib/openapi.json.
import { readFile, writeFile } from 'node:fs/promises';
import { compile } from 'json-schema-to-typescript';

const text = (await readFile('src/lib/openapi.json', 'utf8')).replaceAll('#/components/schemas/', '#/definitions/');
const { schemas } = JSON.parse(text).components;
/** Tuples, in the way the converter knows them. */
function tuples(node) {
  if (typeof node !== 'object' || node === null) return;
  if (node.prefixItems) {
    node.items = node.prefixItems;
    delete node.prefixItems;
  }
  for (const part of Object.values(node)) tuples(part);
}

tuples(schemas);
for (const schema of Object.values(schemas)) {
  delete schema.title; // the name of the definition is the name of the type
  schema.additionalProperties = false;
}
const types = await compile({ type: 'object', additionalProperties: false, definitions: schemas }, 'Wire', {
  bannerComment: '// Made by `npm run types` from the server; not to be edited.',
  unreachableDefinitions: true,
  style: { singleQuote: true, printWidth: 120 },
});
const clean = types
  .replace(/ \*\n \* This interface was referenced by [^/]*\*\//g, ' */')
  .replace(/\/\*\*\n \* This interface was referenced by [^/]*\*\/\n/g, '')
  .replace('export interface Wire {}\n', '');
await writeFile('src/lib/wire.ts', clean);
