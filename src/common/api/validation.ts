import { type ArgumentMetadata, Body, type PipeTransform, ValidationPipe } from '@nestjs/common';
import {
  IsBoolean,
  isEmail,
  type ValidationArguments,
  type ValidationError,
  registerDecorator,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { type FieldError, Problem } from '../problem/problem';
import { lengthOf } from '../text';

/** Text of `min` to `max` characters (code points); blanks at the ends do not count. */
export function IsText(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  const ok = (value: unknown) => typeof value === 'string' && lengthOf(value) <= max && lengthOf(value.trim()) >= min;
  return register('isText', ok, `must be text of ${min > 0 ? `${min} to` : 'at most'} ${max} characters`, options);
}

/** The address of a mailbox. class-validator's own check throws at half of a surrogate pair. */
export const isMailAddress = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && lengthOf(value) <= 254 && isEmail(value);

export function IsMailAddress(): PropertyDecorator {
  return register('isMailAddress', isMailAddress, 'must be an email of at most 254 characters');
}

/** May be left out; null is not the same as left out and is checked. */
export const MayBeAbsent = () => ValidateIf((_object, value) => value !== undefined);

/** true or false, and nothing that looks like it. */
export function IsFlag(): PropertyDecorator {
  return (target, property) => {
    MayBeAbsent()(target, property as string);
    IsBoolean({ message: 'must be true or false' })(target, property);
  };
}

/** Not the same value as that of another property. */
export function IsOtherThan(other: string): PropertyDecorator {
  const ok = (value: unknown, args?: ValidationArguments) => value !== (args?.object as Record<string, unknown>)[other];
  return register('isOtherThan', ok, `must not be the same as ${other}`);
}

function register(
  name: string,
  validate: (value: unknown, args?: ValidationArguments) => boolean,
  message: string,
  options?: ValidationOptions,
): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: property as string,
      options: options ?? {},
      validator: { validate, defaultMessage: (_args?: ValidationArguments) => message },
    });
}

/** Nested errors as `settings.url: …`; the property's own name is taken off the front of class-validator's messages. */
export function fieldErrors(errors: ValidationError[], path = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = path ? `${path}.${error.property}` : error.property;
    const messages = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      field,
      message:
        rule === 'whitelistValidation'
          ? 'is not a field of this resource'
          : message.replace(new RegExp(`^(property )?${error.property.replace(/\W/g, '\\$&')} `), ''),
    }));
    return [...messages, ...fieldErrors(error.children ?? [], field)];
  });
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
    stopAtFirstError: true,
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
