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

/** An open entry of so many items, ten pieces of each, whose products have codes of their own, and what `more` says of them. */
export async function invoice(session: BrowserSession, count: number, from: number, more: object = {}) {
  const call = calls(session)
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const fornecedor_id = await first('fornecedor')
  const tipo_entrada_saida_id = await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D')
  const items = []
  for (let n = 0; n < count; n += 1) {
    const named = { xProd: `Peça de recebimento ${from + n}`, cEAN: codeOf(from + n) }
    const product = await call('mercadoria', { ...named, ...more })
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
/** How a scanner ends a code, as it was set up: what the key writes and its number. */
const ENDS = { Enter: { text: '\r', code: 13 }, Tab: { text: '', code: 9 } } as const

interface Wedging {
  /** Comes after the third key. */
  readonly meanwhile?: () => Promise<void>
  readonly end?: keyof typeof ENDS
}

/** Types as a scanner does, with Enter behind: at its pace by the times of the keys, whatever else this machine has to do. */
export const wedge = async (page: Page, code: string, { meanwhile, end = 'Enter' }: Wedging = {}): Promise<void> => {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...code, end]
  const begin = Date.now() - keys.length * PACE_MS
  for (const [at, key] of keys.entries()) {
    if (at === 3) await meanwhile?.()
    const isEnd = at === keys.length - 1
    const text = isEnd ? ENDS[end].text : key
    const timestamp = (begin + at * PACE_MS) / 1000
    const letter = /[\dA-Za-z]/.test(key) ? key.toUpperCase().charCodeAt(0) : 0
    const windowsVirtualKeyCode = isEnd ? ENDS[end].code : letter
    const pressed = { key, text, unmodifiedText: text, windowsVirtualKeyCode, timestamp }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode, timestamp })
  }
  await keyboard.detach()
}
