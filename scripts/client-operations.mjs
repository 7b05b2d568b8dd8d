/** The operations of the OpenAPI document, with what a generator of clients needs. */
export function operationsOf({ paths, components }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId, summary, parameters = [], requestBody, responses } = operation;
      const [status, response] = Object.entries(responses).find(([code]) => code < 300);
      const [[mediaType, { schema } = {}] = []] = Object.entries(response.content ?? {});
      const named = (place) => parameters.filter((parameter) => parameter.in === place);
      const { properties = {} } = resolve(schema ?? {}, components);
      return {
        operationId,
        summary,
        method: method.toUpperCase(),
        path,
        inPath: named('path').map(({ name }) => name),
        inQuery: named('query'),
        headers: new Set(named('header').map(({ name }) => name)),
        body: requestBody?.content['application/json'],
        status,
        mediaType,
        result: schema,
        /** A list whose responses have an address of the next one. */
        isPaged: mediaType === 'text/csv' || properties._links?.properties.next !== undefined,
      };
    }),
  );
}

/** The name of the component that a schema refers to. */
export function nameOf({ $ref }) {
  return $ref?.replace('#/components/schemas/', '');
}

export function resolve(schema, components) {
  const name = nameOf(schema);
  return name === undefined ? schema : components.schemas[name];
}
