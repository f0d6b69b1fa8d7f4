import { ApiProperty } from '@nestjs/swagger';
import { SIGN_IN_MEANS, type SignInMeans } from './session.response';

class OidcSignIn {
  @ApiProperty({ description: 'What the button says.', example: 'Example Login' })
  title!: string;
}

export class SignInMethodsResponse {
  @ApiProperty({ enum: SIGN_IN_MEANS, isArray: true, description: 'How one can sign in here.' })
  methods!: SignInMeans[];

  @ApiProperty({
    type: OidcSignIn,
    nullable: true,
    description: 'null: there is no OpenID Connect issuer to sign in at.',
  })
  oidc!: OidcSignIn | null;

  @ApiProperty({
    format: 'uri',
    description: '`PUBLIC_URL`, or where this request went to: the address at which people use this service.',
    example: 'https://updates.example.org',
  })
  origin!: string;
}
