import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '../../common/problem/problem';
import { sendProblem } from '../../common/problem/problem.filter';
import { sendPage } from './link-page';

/** Shows the rate limit as a page, since people open these links in a browser. Other problems stay JSON. */
@Catch(Problem)
export class TooManyFilter implements ExceptionFilter<Problem> {
  catch(problem: Problem, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (problem.type !== 'too-many-requests') return sendProblem(request, response, problem);
    const text = [
      `Too many links like this were opened from your network. Please try again in ${problem.headers['Retry-After']} seconds.`,
    ];
    sendPage(response.set(problem.headers), { status: problem.getStatus(), title: 'One moment, please', text });
  }
}
