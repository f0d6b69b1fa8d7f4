import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

export const ID = { format: 'uuid' };
export const URI = { format: 'uri' };
export const DAY = { format: 'date' };
export const MOMENT = { format: 'date-time' };
export const COUNT = { type: 'integer', minimum: 0 } as const;
/** May be null; a text, unless another part names a type. */
export const NULLABLE = { nullable: true };

/** A check, such as those of `validation.ts`; the description; `[T]`, a list of T; and what else `ApiProperty` takes. */
type Part = PropertyDecorator | string | [Type] | ApiPropertyOptions;

/** A field of a body or an answer, described in the order of its parts. */
export function Field(...parts: Part[]): PropertyDecorator {
  const checks = parts.filter((part) => typeof part === 'function');
  const options: ApiPropertyOptions = Object.assign({}, ...parts.map(optionsOf));
  return applyDecorators(
    // TypeScript says of `string | null` that it is an object.
    ApiProperty(options.nullable ? { type: String } : {}),
    // As if they were written one below the other.
    ...checks.reverse(),
    // A field that is only described anew keeps the condition that it inherits.
    ...(checks.length > 0 ? [unlessMissing(options)] : []),
    ApiProperty(options),
  );
}

/** A field that may be left out. */
export const OptionalField = (...parts: Part[]) => Field({ required: false }, ...parts);

function optionsOf(part: Part): ApiPropertyOptions {
  if (typeof part === 'string') return { description: part };
  if (Array.isArray(part)) return { type: part };
  return typeof part === 'function' ? {} : part;
}

/** What is missing is not checked where it may be; null is not the same as left out. */
const unlessMissing = ({ nullable, required }: ApiPropertyOptions) =>
  ValidateIf((_object, value) => !(value === null && nullable) && !(value === undefined && required === false));
