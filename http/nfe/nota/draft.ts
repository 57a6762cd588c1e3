import { readAccessKey } from '../../../core/fiscal/access-key'
import type { Ctx } from '../../platform/context'
import { type Draft, refuseRows } from '../../platform/resource'
import { originOf } from './origin'

const MAX_REFERENCES = 100

/** A note that is made by hand is of a sale; the keys that it refers to are keys. */
export function prepareDrafts(_ctx: Ctx, drafts: readonly Draft[]): void {
  refuseRows(drafts, ({ before, values }) => ({
    ...(before === undefined && originOf(values) === undefined ? { venda_id: 'Escolha a venda de que a nota é.' } : {}),
    ...(values.referencias === undefined ? {} : keyFaults(values.referencias)),
  }))
}

function keyFaults(given: unknown): Record<string, string> {
  if (given === null) return {}
  const keys: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (keys.length > MAX_REFERENCES) return { referencias: `Informe até ${MAX_REFERENCES} chaves.` }
  const wrong = keys.find((key) => typeof key !== 'string' || !readAccessKey(key).valid)
  return wrong === undefined ? {} : { referencias: `A chave ${String(wrong).slice(0, 60)} não confere.` }
}
