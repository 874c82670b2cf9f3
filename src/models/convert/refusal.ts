/** Why a folder can't be converted, in words that end with a full stop. */
export class ConversionRefusal extends Error {
  override readonly name = 'ConversionRefusal'
}
