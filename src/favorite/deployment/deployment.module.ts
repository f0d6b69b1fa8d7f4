import { Module } from '@nestjs/common';
import { DeploymentRepository } from './deployment.repository';

@Module({ providers: [DeploymentRepository], exports: [DeploymentRepository] })
export class DeploymentModule {}
