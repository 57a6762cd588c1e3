import { entradaFields, entradaMercadoriaFields } from '../../../core/fields/estoque/entrada'
import { entradaDuplicataFields } from '../../../core/fields/estoque/entrada'
import { entryItem } from '../../../core/stock/entry-item'
import { isWhole, stockQuantity } from '../../../core/stock/unit'
import { sql } from 'drizzle-orm'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { type Ctx, rowsOf } from '../../platform/context'
import { assertLinesStand, assertLineStays, assertStands, type LinesOf } from '../standing'
import { loadProducts } from '../product-lines'
import { assertNothingPending } from '../recebimento/pending'
import { defaultLocation } from '../shelves'
import { wholeMessage } from '../whole'
import { countInAuxiliary } from './auxiliary'
import { assertLotsFit } from './lots-fit'
import { badRequest, invalid } from '../../platform/errors'
import { differs } from '../../platform/engine/columns'
import { loadWhere } from '../../platform/engine/write'
import { MESSAGES } from '../../platform/parse'
import { type Draft, type Hooks, refuseRows, type Row } from '../../platform/resource'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export const entradaHooks: Hooks = {
  typed: (_, drafts) => assertStands(entradaFields, drafts),
  remove: (ctx, row) => assertNothingPending(ctx, Number(row.id)),
  prepare: async (ctx, drafts) => {
    await assertEnters(ctx, drafts)
    assertFromSomebody(drafts)
    for (const { before, values } of drafts) {
      if (!before) values.armazenamento_id ??= await defaultLocation(ctx, Number(values.empresa_id))
    }
  },
}

/** An instalment whose value somebody writes is no longer the one that a discount left of the invoice's. */
export const dueHooks: Hooks = {
  prepare: (_, drafts) => {
    for (const { before, values } of drafts)
      if (
        before &&
        values.vDup !== undefined &&
        differs(entradaDuplicataFields.vDup.meta.kind, before.vDup, values.vDup)
      )
        values.vDupNota = null
  },
}

/** Goods come from a supplier, from another company of the house, or back from a customer; those that a count found or that were made here, from nobody. */
function assertFromSomebody(drafts: readonly Draft[]): void {
  refuseRows(drafts, ({ before, values }) => {
    if (before && values.fornecedor_id === undefined && values.cliente_id === undefined) return undefined
    const { fornecedor_id, cliente_id, empresa_origem_id, ordem_producao_id, ajuste } = { ...before, ...values }
    return ajuste !== true && (fornecedor_id ?? cliente_id ?? empresa_origem_id ?? ordem_producao_id ?? null) === null
      ? { fornecedor_id: MESSAGES.required }
      : undefined
  })
}

/** The operation that an entry is given is one of goods that come in (document 2, section 9). Throws 422. */
async function assertEnters(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const given = drafts.flatMap(({ before, values: { tipo_entrada_saida_id: id } }) =>
    typeof id === 'number' && id !== before?.tipo_entrada_saida_id ? [id] : [],
  )
  const operations = await loadWhere(ctx, tipoEntradaSaida, 'id', given)
  if (operations.some((one) => one.tipo !== 0))
    throw invalid({ tipo_entrada_saida_id: ['Selecione um tipo de operação de entrada.'] })
}

/** What was read of an item stays with it. Throws 400 `in_use`. */
async function assertNotRead(ctx: Ctx, { id }: Row): Promise<void> {
  const [read] = await rowsOf(
    ctx,
    sql`select 1 from entrada_leitura where entrada_mercadoria_id = ${id} having sum("qTrib") <> 0`,
  )
  if (read) throw badRequest('Este item já tem leituras do recebimento: desfaça-as antes.', 'in_use')
}

const OWNER: LinesOf = { of: 'entrada', field: 'entrada_id', fields: entradaMercadoriaFields }

export const itemHooks: Hooks = {
  remove: async (ctx, row, parent) => {
    await assertLineStays(ctx, OWNER, row, parent)
    await assertNotRead(ctx, row)
  },
  typed: async (ctx, drafts, parent) => {
    await assertLinesStand(ctx, OWNER, drafts, parent)
    await assertWholeUnits(ctx, drafts)
  },
  after: (ctx, records) =>
    assertLotsFit(
      ctx,
      records.map((row) => Number(row.id)),
    ),
  prepare: async (ctx, drafts) => {
    const decimals = await decimalsOf(ctx, drafts)
    await countInAuxiliary(ctx, drafts, decimals)
    refuseRows(drafts, (draft) => {
      costItem(draft, decimals.get(productOf(draft)) ?? null)
      const nothing = Number(draft.values.qTrib) === 0 && Number(draft.values.vTotal) === 0 && changesQuantity(draft)
      return {
        ...(nothing ? { qCom: 'Informe a quantidade.' } : {}),
        ...(Number(draft.values.vTotal) < 0 ? { vDesc: 'O desconto passa do valor do item.' } : {}),
      }
    })
  },
}

/** Neither a quantity nor a cost is nothing to enter; an invoice's complement may bring taxes alone, and stays as it came. */
const changesQuantity = ({ before, values }: Draft): boolean =>
  before ? values.qCom !== undefined && Number(values.qCom) !== Number(before.qCom) : (values.nItem ?? null) === null

/** The value of an item's goods: the given one, else the stored one (the invoice's own), unless quantity or price change. */
function goodsOf({ before, values }: Draft): string | null {
  const changed = (name: string) => values[name] !== undefined && text(values[name]) !== text(before?.[name])
  if (values.vProd !== undefined) return text(values.vProd)
  return changed('qCom') || changed('vUnCom') ? null : text(before?.vProd)
}

const productOf = ({ before, values }: Draft): number => Number(values.mercadoria_id ?? before?.mercadoria_id ?? 0)

/** The decimals of the units that products are counted in. */
async function decimalsOf(ctx: Ctx, drafts: readonly Draft[]): Promise<Map<number, number | null>> {
  const products = await loadProducts(ctx, drafts.map(productOf))
  return new Map([...products].map(([id, { decimal }]) => [id, decimal === null ? null : Number(decimal)]))
}

/** What comes in by the factor is whole in a unit without decimals, unless the factor's own rounding says why it is not. Throws 422. */
async function assertWholeUnits(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ before, values }) =>
    ['mercadoria_id', 'qCom', 'fatorConversao'].some(
      (name) => values[name] !== undefined && text(values[name]) !== text(before?.[name]),
    ),
  )
  const products = await loadProducts(ctx, changed.map(productOf))
  refuseRows(changed, (draft) => {
    const item = { ...draft.before, ...draft.values }
    const unit = products.get(productOf(draft))
    if (!unit || unit.decimal !== 0) return undefined
    const whole = isWhole(stockQuantity(text(item.qCom) ?? '0', text(item.fatorConversao) ?? '1', 0))
    return whole ? undefined : { qCom: wholeMessage(String(unit.un)) }
  })
}

/** Fills what an item costs. Where only a rate of IPI is given, it is the rate on the goods. */
function costItem(draft: Draft, decimals: number | null): void {
  const { before, values } = draft
  const item = { ...before, ...values }
  const amount = (name: string): string => text(item[name]) ?? '0'
  const toldRate = values.pIPI !== undefined && values.vIPI === undefined
  const cost = entryItem({
    qCom: amount('qCom'),
    vUnCom: amount('vUnCom'),
    fatorConversao: text(item.fatorConversao) ?? '1',
    decimals,
    vProd: goodsOf(draft),
    vFrete: amount('vFrete'),
    vSeg: amount('vSeg'),
    vOutro: amount('vOutro'),
    vDesc: amount('vDesc'),
    pIPI: amount('pIPI'),
    vIPI: toldRate ? null : amount('vIPI'),
    vICMSST: amount('vICMSST'),
  })
  Object.assign(values, {
    vProd: cost.vProd.toFixed(2),
    vTotalBruto: cost.vProd.toFixed(2),
    vIPI: cost.vIPI.toFixed(2),
    qTrib: cost.qTrib.toFixed(4),
    vUnTrib: cost.vUnTrib.toFixed(10),
    vTotal: cost.vTotal.toFixed(2),
    vCustoUn: cost.vCustoUn.toFixed(10),
  })
}
