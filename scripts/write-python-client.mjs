import { nameOf, operationsOf } from './client-operations.mjs';

/** @returns the generated modules of the client for Python: a TypedDict for each object of the document, and a method for each operation */
export function pythonModules(document) {
  return { 'types.py': typesOf(document.components.schemas), '_operations.py': operationsModule(document) };
}

const TYPES_HEAD = `"""The types of requests and responses, generated from the OpenAPI document of the API."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

`;

function typesOf(schemas) {
  const classes = [];
  const aliases = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties) writeClass(name, schema, classes);
    else aliases.push(`${name} = ${typeOf(schema, name, classes)}\n`);
  }
  return TYPES_HEAD + [...classes, ...aliases].join('\n');
}

/** Until Python 3.11, only a base class can have the required members of a TypedDict that has optional ones. */
function writeClass(name, { description, properties, required = [] }, classes) {
  const members = Object.entries(properties).map(([member, schema]) => ({
    isRequired: required.includes(member),
    line: `    ${member}: ${typeOf(schema, name + pascal(member), classes)}\n`,
  }));
  const linesOf = (isRequired) => members.filter((member) => member.isRequired === isRequired).map(({ line }) => line);
  const about = description === undefined ? '' : `    ${JSON.stringify(description)}\n\n`;
  const [needed, optional] = [linesOf(true), linesOf(false)];
  const bodyOf = (lines) => lines.join('') || '    pass\n';
  if (optional.length === 0) return classes.push(`class ${name}(TypedDict):\n${about}${bodyOf(needed)}`);
  const base = needed.length === 0 ? 'TypedDict' : `_${name}`;
  if (needed.length > 0) classes.push(`class _${name}(TypedDict):\n${bodyOf(needed)}`);
  return classes.push(`class ${name}(${base}, total=False):\n${about}${bodyOf(optional)}`);
}

const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

/** @param name the name of the class, if the schema is an object without a name of its own */
function typeOf(schema, name, classes) {
  const { type, properties, additionalProperties, items } = schema;
  if (schema.$ref) return nameOf(schema);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const choices =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) && type.map((one) => ({ ...schema, type: one })));
  if (choices) {
    const types = choices.map((choice, place) => typeOf(choice, place === 0 ? name : `${name}${place + 1}`, classes));
    return `Union[${[...new Set(types)].join(', ')}]`;
  }
  if (type === 'array') return `List[${typeOf(items, name, classes)}]`;
  if (properties) {
    writeClass(name, schema, classes);
    return name;
  }
  if (type !== 'object') return SIMPLE[type] ?? 'Any';
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, name, classes) : 'Any';
  return `Dict[str, ${value}]`;
}

const literal = (value) => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value));
const pascal = (name) => name.replace(/^_*(.)/, (_all, first) => first.toUpperCase());

const OPERATIONS_HEAD = `"""A method for each operation of the API, generated from its OpenAPI document."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, Union, overload

from . import types
from ._request import Paged, Sender, quote


class Operations(Sender):
`;

const KEYWORDS = new Set(['from', 'in', 'is', 'class', 'import', 'global', 'not', 'and', 'or', 'as', 'with']);
const snake = (name) => {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(words) ? `${words}_` : words;
};

function operationsModule(document) {
  return (
    OPERATIONS_HEAD +
    operationsOf(document)
      .map((one) => methodOf(one, document))
      .join('\n')
  );
}

/** The arguments of a method, by the header that they set. */
const OPTIONS = { 'If-Match': 'if_match', 'If-None-Match': 'if_none_match', 'Idempotency-Key': 'idempotency_key' };

function methodOf(operation, document) {
  const { operationId, summary, method, path, inPath, inQuery, headers, body, mediaType, isPaged } = operation;
  const options = Object.keys(OPTIONS).filter((header) => headers.has(header));
  const ids = inPath.map((name) => `${snake(name)}: str`);
  const content = body === undefined ? [] : [`body: ${publicType(body.schema)}`];
  const query = inQuery.map(({ name, schema }) => `${snake(name)}: Optional[${queryType(schema)}] = None`);
  const named = [...query, ...options.map((header) => `${OPTIONS[header]}: Optional[str] = None`)];
  const signature = (names) => ['self', ...ids, ...content, ...(names.length > 0 ? ['*', ...names] : [])].join(', ');
  const result = resultType(operation, document);
  const arguments_ = [
    `"${method}"`,
    `${inPath.length > 0 ? 'f' : ''}"${path.replace(/\{(\w+)\}/g, (_all, name) => `{quote(${snake(name)})}`)}"`,
    ...(body === undefined ? [] : ['body=body']),
    ...(inQuery.length > 0 ? [`query={${inQuery.map(({ name }) => `"${name}": ${snake(name)}`).join(', ')}}`] : []),
    ...(options.length > 0
      ? [`headers={${options.map((header) => `"${header}": ${OPTIONS[header]}`).join(', ')}}`]
      : []),
  ];
  const definition = `    def ${snake(operationId)}(${signature(named)})`;
  const about = `        """${summary}: \`${method} ${path}\`"""\n`;
  const call = `        return self.${isPaged ? '_list' : '_send'}(${arguments_.join(', ')})\n`;
  // With an ETag of the caller, the response can be that this version is current.
  if (method !== 'GET' || isPaged || !headers.has('If-None-Match'))
    return `${definition} -> ${result}:\n${about}${call}`;
  const overloads = [
    [query, result],
    [[...query, 'if_none_match: str'], `Optional[${result}]`],
  ].map(([names, type]) => `    @overload\n    def ${snake(operationId)}(${signature(names)}) -> ${type}: ...\n\n`);
  return `${overloads.join('')}${definition} -> Any:\n${about}${call}`.replace(
    '"""\n',
    '. None: `if_none_match` is the current version."""\n',
  );

  function resultType({ result: schema }, { components }) {
    if (schema === undefined) return 'None';
    if (mediaType === 'text/csv') return 'Paged[Any, str]';
    if (!isPaged) return publicType(schema);
    const list = nameOf(schema);
    return `Paged[types.${list}, ${entryType(components.schemas[list].properties.results, list)}]`;
  }
}

function publicType(schema) {
  return nameOf(schema) === undefined ? 'Dict[str, Any]' : `types.${nameOf(schema)}`;
}

/** The type of the entries of a list. Its classes are in another module. */
function entryType({ items }, list) {
  return typeOf(items, `${list}Results`, []).replace(/\b(?!Union\b)[A-Z]\w*/g, 'types.$&');
}

function queryType(schema) {
  if (schema.type === 'array') return `Sequence[${queryType(schema.items)}]`;
  if (schema.enum?.join() === 'true,false') return 'bool';
  return schema.anyOf ? 'str' : typeOf(schema, '', []);
}
