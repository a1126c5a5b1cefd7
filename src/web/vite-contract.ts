import type { ESTree, Plugin } from 'vite';

/** What the browser needs in order to call an endpoint. */
const NEEDED = ['method', 'path'];

/**
 * Leaves out of the build what only the server needs of the contract: the endpoints' schemas (the server checks what is sent, and follows them in what it
 * answers), callers and summaries, and then every schema that nothing else uses: 10 kB gzip of the workspace, and the time to create them.
 */
export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/contract\/[^?]*\.ts$/ },
      handler(code) {
        const values = this.parse(code).body.flatMap(valuesIn);
        return { code: values.toReversed().reduce(lighten, code), map: null };
      },
    },
  };
}

/** The values of the constants that a statement declares. */
function valuesIn(statement: ESTree.Directive | ESTree.Statement): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => init ?? []);
}

/** Reduces an endpoint to what is needed, and marks other calls as droppable if nobody uses what they return. */
function lighten(code: string, value: ESTree.Expression): string {
  if (value.type !== 'CallExpression') return code;
  const text = (node: { start: number; end: number }) => code.slice(node.start, node.end);
  const lighter = isEndpoint(value)
    ? `{ ${propertiesOf(value).filter(isNeeded).map(text).join(', ')} }`
    : `/* @__PURE__ */ (() => ${text(value)})()`;
  return code.slice(0, value.start) + lighter + code.slice(value.end);
}

function isEndpoint({ callee }: ESTree.CallExpression): boolean {
  return callee.type === 'Identifier' && callee.name === 'endpoint';
}

function propertiesOf({ arguments: [definition] }: ESTree.CallExpression): ESTree.ObjectPropertyKind[] {
  if (definition?.type !== 'ObjectExpression') throw new Error('An endpoint is not defined in place.');
  return definition.properties;
}

function isNeeded(property: ESTree.ObjectPropertyKind): boolean {
  return (
    property.type === 'Property' && property.key.type === 'Identifier' && NEEDED.includes(property.key.name)
  );
}
