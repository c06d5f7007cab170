/** Generates src/lib/protocol.ts from the server's OpenAPI document: document on stdin, TypeScript on stdout. */
import { text as read } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

const document = JSON.parse(await read(process.stdin));

/** Drop titles: pydantic derives them from the names of fields, and they say nothing more. */
function withoutTitles(schema) {
  if (Array.isArray(schema)) return schema.map(withoutTitles);
  if (schema === null || typeof schema !== "object") return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== "title" || typeof value !== "string");
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutTitles(value)]));
}

const { schemas } = document.components;
const types = await openapiTS(
  { openapi: "3.1.0", info: document.info, paths: {}, components: { schemas: withoutTitles(schemas) } },
  { alphabetize: true, defaultNonNullable: false },
);
const text = `/** The server's protocol. Made from its models by \`npm run types\`: change those, not this file. */\n${astToString(types)}`;
const path = "src/lib/protocol.ts";
process.stdout.write(await format(text, { ...(await resolveConfig(path)), filepath: path }));
