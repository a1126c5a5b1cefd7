import { z } from 'zod';

/** The parts of JSON Schema that a reader wants to know. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  items?: Shape;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

const INDENT = '  ';

/**
 * A schema as readable text: one line per field, '?' for optional ones, limits after two slashes. `io`: in its request or its
 * response form.
 */
export function describeShape(schema: z.ZodType, io: 'input' | 'output'): string {
  // JSON Schema in general; keywords not listed above are not shown.
  return textOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape, '');
}

function textOf(shape: Shape, indent: string): string {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map((choice) => textOf(choice, indent)).join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.type === 'object') return objectText(shape, indent);
  if (shape.type === 'array') return listText(shape.items ?? {}, indent);
  return shape.type ?? 'any';
}

function listText(items: Shape, indent: string): string {
  const text = textOf(items, indent);
  return text.includes(' | ') ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties = {}, required = [], additionalProperties }: Shape, indent: string): string {
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(([name, shape]) => {
    const mark = required.includes(name) && shape.default === undefined ? '' : '?';
    const limits = limitsOf(shape);
    return `${inner}${name}${mark}: ${textOf(shape, inner)}${limits && ` // ${limits}`}`;
  });
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}[name]: ${textOf(additionalProperties, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function limitsOf(shape: Shape): string {
  // The limits of a nullable value are on the non-null alternative.
  const [only = shape] = (shape.anyOf ?? []).filter(({ type }) => type !== 'null');
  const least = only.minimum ?? (only.exclusiveMinimum === undefined ? undefined : only.exclusiveMinimum + 1);
  const isSafe = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    rangeText(only.minLength, only.maxLength, 'characters'),
    rangeText(only.minItems, only.maxItems, 'items'),
    rangeText(isSafe(least) ? least : undefined, isSafe(only.maximum) ? only.maximum : undefined, ''),
    only.format ?? '',
    only.pattern && !only.format ? `like ${only.pattern}` : '',
    shape.default === undefined ? '' : `${JSON.stringify(shape.default)} when absent`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  const range = most === undefined ? `at least ${least}` : least ? `${least} to ${most}` : `at most ${most}`;
  return unit === '' ? range : `${range} ${unit}`;
}
