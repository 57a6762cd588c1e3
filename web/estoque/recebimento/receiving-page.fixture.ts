import type { Page } from 'playwright-core'
import { withCheckDigit } from '../../../core/gs1'
import type { BrowserSession } from '../../../fixtures/browser-session'

/** An invoice as it is read at the door by a scanner that types. */

/** Calls the API as the page does. */
export const calls = (session: BrowserSession) => (path: string, body?: object) =>
  session.page.evaluate(
    async ([where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const how = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
      return (await fetch(`/api/${where}`, { headers, ...how })).json()
    },
    [path, body] as const,
  )

export const codeOf = (n: number): string => withCheckDigit(`789655${String(n).padStart(6, '0')}`)

/** An open entry of so many items, ten pieces of each, whose products have codes of their own. */
export async function invoice(session: BrowserSession, count: number, from: number) {
  const call = calls(session)
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const fornecedor_id = await first('fornecedor')
  const tipo_entrada_saida_id = await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D')
  const items = []
  for (let n = 0; n < count; n += 1) {
    const product = await call('mercadoria', { xProd: `Peça de recebimento ${from + n}`, cEAN: codeOf(from + n) })
    items.push({ mercadoria_id: Number(product.id), qCom: 10, vUnCom: 5 })
  }
  const made = await call('entrada', {
    fornecedor_id,
    tipo_entrada_saida_id,
    nNF: 4_000 + from,
    entrada_mercadorias: items,
  })
  return { id: Number(made.id), products: items.map(({ mercadoria_id }) => mercadoria_id) }
}

/** Milliseconds from one key of a scanner to the next. */
const PACE_MS = 4
const ENTER = 13

/**
 * Types as a scanner does, with Enter behind: at its pace by the times of the keys, whatever else this machine has to do. After the third key comes
 * `meanwhile`.
 */
export const wedge = async (page: Page, code: string, meanwhile?: () => Promise<void>): Promise<void> => {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...code, 'Enter']
  const begin = Date.now() - keys.length * PACE_MS
  for (const [at, key] of keys.entries()) {
    if (at === 3) await meanwhile?.()
    const text = key === 'Enter' ? '\r' : key
    const timestamp = (begin + at * PACE_MS) / 1000
    const windowsVirtualKeyCode = key === 'Enter' ? ENTER : /[\dA-Za-z]/.test(key) ? key.toUpperCase().charCodeAt(0) : 0
    const pressed = { key, text, unmodifiedText: text, windowsVirtualKeyCode, timestamp }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode, timestamp })
  }
  await keyboard.detach()
}
