import type { Services } from './app'
import { Download, fileResponse } from './download'
import { bodyOf, takePlace } from './stream'

/** A file on its way, while it is made. */
export interface Zip {
  readonly name: string
  readonly pieces: AsyncGenerator<Uint8Array, void>
}

/** A ZIP on its way to somebody who has a place among those who download. Throws 429 where there is none. */
export async function zipResponse(
  services: Services,
  who: number | string,
  make: () => Promise<Zip>,
): Promise<Response> {
  const leave = takePlace(services, who)
  try {
    const { name, pieces } = await make()
    return fileResponse(new Download(name, 'zip', bodyOf(untilOver(pieces, leave))))
  } catch (error) {
    leave()
    throw error
  }
}

async function* untilOver(pieces: AsyncGenerator<Uint8Array, void>, over: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } finally {
    over()
  }
}
