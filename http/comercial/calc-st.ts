import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, ZERO } from '../../core/money/decimal'
import { ruleBook, type TaxRule } from '../../core/tax/rules'
import { stByRule } from '../../core/tax/st'
import { type Action, action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { notFound } from '../platform/errors'
import { load } from '../platform/engine/write'
import { decimalInput, identifier } from '../platform/inputs'
import { resourceNamed, type Row } from '../platform/resource'
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
      const document: Row = await load(ctx, resourceNamed(kind), id)
      const place = await placeOf(ctx, document, input.mercadoria_id)
      const goods = decimal(input.vSubtotal).minus(input.vIPI)
      const st = stByRule(
        ruleBook(await rules(ctx)),
        { ...place, date: ctx.clock.today() },
        { vProd: goods.sign() < 0 ? ZERO : goods, vIPI: input.vIPI },
      )
      const rates = Object.fromEntries(RATES.map((name) => [name, Number(st.input[name] ?? 0)]))
      const amounts = Object.fromEntries(ANSWERED.map((name) => [name, Number(st.values[name]?.toFixed(2) ?? 0)]))
      return { ...rates, ...amounts, regra: st.rule }
    },
  })
}

async function placeOf(ctx: Ctx, document: Row, mercadoria_id: number) {
  const [row] = await rowsOf(
    ctx,
    sql`select m."NCM", m."CEST", e."UF" as origem, c."UF" as destino, e."CRT" from mercadoria m, empresa e, cliente c
        where m.id = ${mercadoria_id} and e.id = ${Number(document.empresa_id)} and c.id = ${Number(document.cliente_id)}`,
  )
  if (!row) throw notFound()
  const text = (value: unknown) => (value === null || value === undefined ? undefined : String(value))
  return {
    operation: text(document.tipo_entrada_saida_id),
    ...defined({
      NCM: text(row.NCM),
      CEST: text(row.CEST),
      UFOrig: text(row.origem),
      UFDest: text(row.destino),
      regime: text(row.CRT),
    }),
  }
}

/** The stored tax rules in the core's form. */
async function rules(ctx: Ctx): Promise<TaxRule[]> {
  const rows = await rowsOf(ctx, sql`select * from tributacao order by id limit 200000`)
  return rows.map((row) => {
    const text = (name: string) => (row[name] === null || row[name] === undefined ? undefined : String(row[name]))
    return {
      id: String(row.id),
      ...defined({
        operation: text('tipo_entrada_saida_id'),
        UFOrig: text('UFOrig'),
        UFDest: text('UFDest'),
        NCM: text('NCM'),
        CEST: text('CEST'),
        regime: text('CRT'),
        from: text('dInicio'),
        to: text('dFim'),
      }),
      tax: defined(Object.fromEntries(RATES.map((name) => [name, text(name)]))),
    }
  })
}

const defined = <T extends object>(values: T): Partial<T> => {
  const kept: Partial<T> = { ...values }
  for (const name of Object.keys(kept)) if (Reflect.get(kept, name) === undefined) Reflect.deleteProperty(kept, name)
  return kept
}
