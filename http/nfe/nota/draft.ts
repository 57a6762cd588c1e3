import { readAccessKey } from '../../../core/fiscal/access-key'
import type { Ctx } from '../../platform/context'
import { type Draft, refuseRows } from '../../platform/resource'

const MAX_REFERENCES = 100

/** A note that is made by hand is of a sale; the keys that it refers to are keys. */
export function prepareDrafts(_ctx: Ctx, drafts: readonly Draft[]): void {
  refuseRows(drafts, ({ before, values }) => ({
    ...(before === undefined && !ORIGIN_COLUMNS.some((name) => isSet(values[name]))
      ? { venda_id: 'Escolha a venda de que a nota é.' }
      : {}),
    ...(values.referencias === undefined ? {} : keyFaults(values.referencias)),
  }))
}

const ORIGIN_COLUMNS = ['venda_id', 'venda_devolucao_id', 'devolucao_id', 'saida_id', 'transf_armaz_id'] as const

const isSet = (value: unknown): boolean => value !== undefined && value !== null

function keyFaults(given: unknown): Record<string, string> {
  if (given === null) return {}
  const keys: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (keys.length > MAX_REFERENCES) return { referencias: `Informe até ${MAX_REFERENCES} chaves.` }
  const wrong = keys.find((key) => typeof key !== 'string' || !readAccessKey(key).valid)
  return wrong === undefined ? {} : { referencias: `A chave ${String(wrong).slice(0, 60)} não confere.` }
}
