import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Injectable, Module, Req, Res, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { Strategy } from 'passport-http-bearer';
import { createPool } from '../lib/database';
import { read } from '../limit-server/reads';
import { TokenCache } from '../limit-server/token-cache';

/**
 * What the frameworks alone cost: the limit server's answers, by a Nest application on Express with passport and helmet as their documentation
 * has them, and nothing else of the service: no checks, limits, problems, metrics or log.
 */

const pool = createPool(process.env.DATABASE_URL!);
const tokens = new TokenCache(pool);

interface User {
  id: string;
}

@Injectable()
class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  async validate(token: string): Promise<User | false> {
    const id = await tokens.userOf(token);
    return id === null ? false : { id };
  }
}

@Controller('api/v1')
@UseGuards(AuthGuard('bearer'))
class ReadController {
  @Get('software/:id')
  one(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return answer(request, response);
  }

  @Get('software/:id/versions')
  versions(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    return answer(request, response);
  }
}

async function answer(request: Request, response: Response): Promise<string> {
  const origin = `${request.protocol}://${request.get('host')}`;
  const { body, link } = await read(pool, (request.user as User).id, request.originalUrl, origin);
  if (link !== null) response.set('Link', link);
  response.type('json');
  return body;
}

@Module({ imports: [PassportModule], controllers: [ReadController], providers: [BearerStrategy] })
class StackModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(StackModule, { logger: ['error'], bodyParser: false });
  app.disable('x-powered-by');
  app.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.set('X-Request-Id', randomUUID()).set('Cache-Control', 'private, no-store');
    next();
  });
  await app.listen(Number(process.env.PORT), process.env.HOST!);
  app.getHttpServer().keepAliveTimeout = 75_000;
  console.log(`Ready at http://${process.env.HOST}:${(app.getHttpServer().address() as AddressInfo).port}`);
  process.on('SIGTERM', () => process.exit(0));
}

void main();
