import { CoreError } from '../../errors'
import { dynamicBrCode, readBrCode } from '../../pix/br-code'
import type { PixDoTitulo } from './retorno'

/** Who collects, as a Pix code names them. */
interface Holder {
  readonly name: string
  readonly city: string
}

/** The code that pays a title by Pix: as the bank wrote it, or of the address that the bank keeps its charge at. Null where neither is one that can be read. */
export function pixCodeOf({ emv, location }: PixDoTitulo, holder: Holder): string | null {
  const code = emv.trim()
  try {
    if (code === '') return dynamicBrCode({ ...holder, url: location })
    readBrCode(code)
    return code
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}
