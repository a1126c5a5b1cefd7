import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '../random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The subset of JSON Schema that the contract uses. */
interface Schema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  const?: Json;
  enum?: Json[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

/** Meaningful values by field name, such as ids that exist. */
export type Known = Readonly<Record<string, () => Json>>;

/** A random value that the schema accepts. Throws for a kind of schema or a pattern that is not supported yet. */
export function validValue(schema: z.ZodType, random: Random, known: Known = {}): Json {
  // Zod types this as JSON Schema in general; the contract uses the subset above.
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return valueFor(described, { random, known });
}

interface Making {
  random: Random;
  known: Known;
}

const KNOWN_IN = 0.9;
const OPTIONAL_IN = 0.7;

function valueFor(schema: Schema, making: Making, name = ''): Json {
  const { random, known } = making;
  const given = known[name];
  if (given && random.chance(KNOWN_IN)) return given();
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.pick(choices), making, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, making);
    case 'array': {
      const length = (schema.minItems ?? 0) + random.below(3);
      return Array.from({ length }, () => valueFor(schema.items ?? {}, making));
    }
    case 'string':
      return textOf(schema, random);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      throw new Error(`No value is known for ${name}: ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, making: Making): Json {
  const { random } = making;
  const made: { [key: string]: Json } = {};
  for (const [key, schema] of Object.entries(properties)) {
    if (required.includes(key) || random.chance(OPTIONAL_IN)) made[key] = valueFor(schema, making, key);
  }
  if (typeof additionalProperties === 'object') {
    for (let left = random.below(3); left > 0; left -= 1)
      made[`Speaker ${left}`] = valueFor(additionalProperties, making);
  }
  return made;
}

/** For each pattern of the contract, a text that matches it. */
const PATTERNS: Readonly<Record<string, () => string>> = {
  '^[A-Za-z0-9_-]{22}$': () => randomBytes(16).toString('base64url'),
  '^\\d{1,15}$': () => '123456',
  '^(0|[1-9][0-9]{0,15})$': () => '7',
  '^\\d{1,9}(-\\d{1,9}){1,2}$': () => '1200-7-3',
  '^(0|[1-9][0-9]{0,4})([.][0-9]{1,6})?$': () => '7.5',
  '^[0-9a-f]{64}$': () => randomBytes(32).toString('hex'),
  '^#[0-9a-f]{6}$': () => '#3b82f6',
  '^[\\x21-\\x7e]*$': () => 'sk-of-nobody-0123456789',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$': () => 'pt-BR',
  '^[\\x21-\\x7e]+$': () => 'sk-of-nobody-0123456789',
};

const LETTERS = [
  'a',
  'B',
  '7',
  ' ',
  'ä',
  'ß',
  'é',
  '字',
  'ש',
  'م',
  '🙂',
  'ﬁ',
  '-',
  '.',
  '"',
  "'",
  '<',
  '&',
  '%',
  '_',
];

function textOf({ minLength = 0, maxLength = 200, pattern }: Schema, random: Random): string {
  if (pattern !== undefined) {
    const make = PATTERNS[pattern];
    if (!make)
      throw new Error(
        `No text is known for the pattern ${pattern}: name one in tests/support/fuzz/values.ts`,
      );
    return make();
  }
  // Sometimes the maximum length.
  const length = random.chance(0.1) ? maxLength : Math.min(maxLength, minLength + random.below(20));
  let text = '';
  while (text.length < length) text += random.pick(LETTERS);
  return text.slice(0, length);
}

function numberOf({ minimum, exclusiveMinimum, maximum = 1000 }: Schema, random: Random): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const few = Math.max(0, Math.min(maximum - least, 10));
  return random.pick([least, Math.max(least, 0) + random.below(few + 1), maximum]);
}
