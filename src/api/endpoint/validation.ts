import {
  applyDecorators,
  type ArgumentMetadata,
  Body,
  type PipeTransform,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type as MadeOf } from 'class-transformer';
import {
  IsBoolean,
  isEmail,
  IsObject,
  IsString,
  IsUUID,
  type ValidationArguments,
  type ValidationError,
  registerDecorator,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { isLine, isLonger, lengthOf, NO_LINE } from 'small-parts';
import { type FieldError, Problem } from '../problem/problem';

/**
 * Text of `min` to `max` characters (code points); blanks at the ends do not count. This check and those below also
 * describe the value in the API description.
 */
export function IsText(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  const ok = (value: unknown) => typeof value === 'string' && !isLonger(value, max) && lengthOf(value.trim()) >= min;
  const message = `must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters`;
  const described = { maxLength: max, ...(min > 0 ? { minLength: min, pattern: '\\S' } : {}) };
  return applyDecorators(
    ApiProperty({ type: String, isArray: options?.each, ...described }),
    register('isText', ok, message, options),
  );
}

export function IsLine(min: number, max: number): PropertyDecorator {
  const ok = (value: unknown) => typeof value === 'string' && isLine(value.trim());
  return applyDecorators(IsText(min, max), register('isLine', ok, NO_LINE));
}

/** The address of a mailbox. class-validator's own check throws at half of a surrogate pair. */
export const isMailAddress = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && !isLonger(value, 254) && isEmail(value);

export function IsMailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'idn-email', maxLength: 254 }),
    register('isMailAddress', isMailAddress, 'must be an email of at most 254 characters'),
  );
}

/** The id of a resource; with `each`, a list of ids. */
export function IsId(message: string, options: { each?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, isArray: options.each, format: 'uuid' }),
    IsUUID('all', { ...options, message }),
  );
}

/** A number without a fraction, both bounds included; with `each`, a list of them. */
export function IsWholeNumber(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  const ok = (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  return applyDecorators(
    ApiProperty(options?.each ? {} : { type: 'integer', minimum: min, maximum: max }),
    register('isWholeNumber', ok, `must be a whole number from ${min} to ${max}`, options),
  );
}

/** One of these texts; with `each`, a list of nothing else. */
export function IsOneOf(values: readonly string[], options?: ValidationOptions): PropertyDecorator {
  const ok = (value: unknown) => values.includes(value as string);
  return applyDecorators(
    ApiProperty({ enum: [...values], isArray: options?.each ?? false }),
    register('isOneOf', ok, `must be one of ${values.join(', ')}`, options),
  );
}

interface ListBounds {
  most: number;
  /** Not without an entry. */
  filled?: boolean;
  /** Nothing in it twice. */
  unique?: boolean;
}

/** Other decorators, with `each`, describe its entries. */
export function IsList(bounds: ListBounds): PropertyDecorator {
  const ok = (value: unknown) => wrongWithList(value, bounds) === null;
  return applyDecorators(
    ApiProperty({
      maxItems: bounds.most,
      ...(bounds.filled ? { minItems: 1 } : {}),
      ...(bounds.unique ? { uniqueItems: true } : {}),
    }),
    register('isList', ok, (value) => wrongWithList(value, bounds)!),
  );
}

function wrongWithList(value: unknown, { most, filled, unique }: ListBounds): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  if (filled && value.length === 0) return 'must not be empty';
  if (value.length > most) return `must have at most ${most} entries`;
  return unique && new Set(value).size < value.length ? 'must not contain duplicates' : null;
}

/** true or false, and nothing else. */
export const IsFlag = () => IsBoolean({ message: 'must be true or false' });

/** Text of a form that is checked where it is read. */
export const IsAnyText = () => IsString({ message: 'must be text' });

/** An object of a form that is checked where it is read. */
export const IsRecord = () => IsObject({ message: 'must be an object' });

/** What the class says, also if it is a list; with `each`, nothing but a list of them. */
export const IsNested = (type: Type, options?: ValidationOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type, isArray: options?.each }),
    ValidateNested(options),
    MadeOf(() => type),
  );

/** Not the same value as that of another property. */
export function IsOtherThan(other: string): PropertyDecorator {
  const ok = (value: unknown, args?: ValidationArguments) => value !== (args?.object as Record<string, unknown>)[other];
  return register('isOtherThan', ok, `must not be the same as ${other}`);
}

function register(
  name: string,
  validate: (value: unknown, args?: ValidationArguments) => boolean,
  message: string | ((value: unknown) => string),
  options?: ValidationOptions,
): PropertyDecorator {
  const textFor = (value: unknown) => (typeof message === 'string' ? message : message(value));
  const front = options?.each ? 'each entry ' : '';
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: property as string,
      options: options ?? {},
      validator: {
        validate,
        defaultMessage: (args?: ValidationArguments) => front + textFor(args?.value),
      },
    });
}

/** Checks by their kind; a check in none of these groups is about contents and comes before the last group. */
const PRESENCE = new Set(['whitelistValidation', 'isDefined', 'isNotEmpty']);
const TYPE = new Set(['isList', 'isArray', 'isObject', 'isString', 'isBoolean', 'isInt', 'isNumber']);
const BOUNDS = new Set(['min', 'max', 'minLength', 'maxLength', 'nestedValidation']);

function rankOf(rule: string): number {
  if (PRESENCE.has(rule)) return 0;
  if (TYPE.has(rule)) return 1;
  return BOUNDS.has(rule) ? 3 : 2;
}

/**
 * The mistake of a value that explains the others: a missing value, or one of another type, fails checks of contents and ranges as well.
 * class-validator runs decorators from the last to the first; among equals, the one that is written first counts.
 */
function firstMistake(constraints: Record<string, string>): [rule: string, message: string] | undefined {
  const mistakes = Object.entries(constraints).reverse();
  return mistakes.sort(([a], [b]) => rankOf(a) - rankOf(b))[0];
}

/** Nested errors as `settings.url: …`; the property's own name is taken off the front of class-validator's messages. */
export function fieldErrors(errors: ValidationError[], path = ''): FieldError[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = path ? `${path}.${property}` : property;
    const mistake = firstMistake(constraints);
    if (!mistake) return fieldErrors(children, field);
    const [rule, message] = mistake;
    if (rule === 'whitelistValidation') return [{ field, message: 'is not a field of this resource' }];
    return [{ field, message: withoutName(message, property) }];
  });
}

function withoutName(message: string, property: string): string {
  const front = [`each value in ${property} `, `${property} `].find((text) => message.startsWith(text)) ?? '';
  return message.slice(front.length);
}

function bodyProblem(errors: ValidationError[]): Problem {
  const fields = fieldErrors(errors).sort((a, b) => a.field.localeCompare(b.field));
  const [first] = fields;
  return new Problem(
    'invalid-body',
    first ? `${first.field}: ${first.message}` : 'The body does not validate.',
    fields,
  );
}

/** No resource is nested like this; the code behind recurses and would run out of stack. */
const DEPTH_AT_MOST = 16;

/** Keys such as `__proto__` or `toString` would reach for prototypes, or be dropped unseen, further on; no resource has one. */
function refuseUnsafe(value: object, path: string[] = []): void {
  if (path.length > DEPTH_AT_MOST) throw Problem.field(path[0]!, `is nested more than ${DEPTH_AT_MOST} deep`);
  for (const [key, child] of Object.entries(value) as [string, unknown][]) {
    const field = [...path, key];
    if (key in Object.prototype || key === 'prototype')
      throw Problem.field(field.join('.'), 'is not a field of this resource');
    if (typeof child === 'object' && child !== null) refuseUnsafe(child, field);
  }
}

/** Checks a JSON body against its class: unknown fields and wrong types are 422 with the field's name. */
class BodyPipe implements PipeTransform {
  private readonly pipe = new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    exceptionFactory: bodyProblem,
  });

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (metadata.type !== 'body' || !metadata.metatype || metadata.metatype === Object) return value;
    const body = value === undefined ? {} : value;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem('invalid-body', 'The body must be a JSON object.', [
        { field: 'body', message: 'must be a JSON object' },
      ]);
    refuseUnsafe(body);
    return this.pipe.transform(body, metadata);
  }
}

/**
 * The checked body, in a controller's parameters; `Body` of Nest would not check it. A pipe for all parameters of all routes would make
 * every one of them wait, bodies or not, for a tenth of the time of a small request (bench/results.md).
 */
export const Input = () => Body(new BodyPipe());
