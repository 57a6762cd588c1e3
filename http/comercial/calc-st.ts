import * as v from 'valibot'
import { MODEL_OF } from '../../core/fields/nfe/serie-numero'
import { decimal, ZERO } from '../../core/money/decimal'
import { calculateSt } from '../../core/tax/st'
import { type Action, action } from '../platform/action'
import { notFound } from '../platform/errors'
import { load } from '../platform/engine/write'
import { decimalInput, identifier } from '../platform/inputs'
import { customerOf, ruleFor } from '../nfe/tributacao/rule-book'
import { resourceNamed } from '../platform/resource'
import { DOCUMENTS } from './documents'
import type { DocumentKind } from './hooks'

const input = v.object({
  venda_id: v.optional(identifier),
  orcamento_id: v.optional(identifier),
  mercadoria_id: identifier,
  vSubtotal: decimalInput,
  vIPI: v.optional(decimalInput, '0'),
})

const RATES = ['pICMS', 'pRedBC', 'pMVAST', 'pICMSST', 'pRedBCST', 'pFCPST'] as const
const ANSWERED = ['vBCST', 'vICMSST', 'vBCFCPST', 'vFCPST'] as const

/** `calcSt`: the ST fields of a line, by the tax rules. `vSubtotal` holds the IPI. Throws 'Tributação para ST não encontrada' (M2-039). */
export function calcSt(kind: DocumentKind): Action {
  return action(DOCUMENTS[kind].lines, 'calcSt', {
    on: 'collection',
    right: 'read',
    reads: true,
    summary: 'Calcula o ICMS-ST de um item.',
    input,
    answer: v.object({
      ...Object.fromEntries([...RATES, ...ANSWERED].map((name) => [name, v.number()])),
      regra: v.string(),
    }),
    run: async ({ ctx, input }) => {
      const id = input[DOCUMENTS[kind].link]
      if (id === undefined) throw notFound()
      const { empresa_id, cliente_id, tipo_entrada_saida_id, geraNFe } = await load(ctx, resourceNamed(kind), id)
      const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
      const { chosen } = await ruleFor(ctx, {
        empresa_id: Number(empresa_id),
        ...customerOf(numberOf(cliente_id)),
        tipo_entrada_saida_id: numberOf(tipo_entrada_saida_id),
        mod: MODEL_OF[numberOf(geraNFe) ?? 0],
        mercadoria_id: input.mercadoria_id,
      })
      const { taxCode: _code, year: _year, date: _date, ...rates } = chosen?.tax ?? {}
      const goods = decimal(input.vSubtotal).minus(input.vIPI)
      const { values } = calculateSt({ ...rates, vProd: goods.sign() < 0 ? ZERO : goods, vIPI: input.vIPI })
      const told = { ...rates, ...values }
      const figures = [...RATES, ...ANSWERED].map((name) => [name, Number(told[name] ?? 0)])
      return { ...Object.fromEntries(figures), regra: String(chosen?.rule.id) }
    },
  })
}
