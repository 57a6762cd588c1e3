import { numberOf } from '../../ui/row'
import { keepCalls } from '../../ui/scan/kept-calls'

const AT_ONCE_MS = 1_000

/** How long ago something was read, for a server that does not trust this device's clock; 0 for what is sent at once. */
function ageOf(read: unknown, now: number): number {
  const age = now - (numberOf(read) ?? now)
  return age < AT_ONCE_MS ? 0 : Math.round(age)
}

/** What people count on this device and the server has not answered yet; each knows when it was read (`lida`). */
export const counts = keepCalls('prumo.inventario', {
  stamp: () => ({ lida: Date.now() }),
  bodyOf: ({ body: { lida, ...body } }) => ({ ...body, idade_ms: ageOf(lida, Date.now()) }),
})

export const countPath = (id: number): string => `estoque/mercadoria_inventario/${id}/contar`
