import { Controller, Get, Header, NotFoundException } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CardSigner, type PublicKeyJson } from './card-signer';

/** The public key of agent cards. No key is required: whoever verifies a card may have none. */
@ApiExcludeController()
@Controller()
export class CardKeysController {
  constructor(private readonly signer: CardSigner) {}

  @Get('.well-known/jwks.json')
  @Header('Cache-Control', 'public, max-age=300')
  list(): { readonly keys: readonly PublicKeyJson[] } {
    const { keys } = this.signer;
    if (keys.length === 0) throw new NotFoundException();
    return { keys };
  }
}
