import * as v from 'valibot'
import { can } from '../../../core/access'
import { DISCOUNT, LATER, LOSS, NOTHING_MISSING } from '../../../core/fields/estoque/leitura'
import { decimal } from '../../../core/money/decimal'
import { differenceOf, isTolerated } from '../../../core/receiving/differences'
import { type Costs, COSTS, restOf, sharesOf } from '../../../core/receiving/share'
import { entryItem } from '../../../core/stock/entry-item'
import { sumUp } from '../../documents/totals'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { createRecord } from '../../platform/engine/create'
import { announce, deleteRows, load, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest, conflict, forbidden, invalid } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { auxiliaryOf } from '../entrada/auxiliary'
import { entrada, entradaMercadoria } from '../entrada/entrada'
import { discountDues, discountOf } from './discount'
import { type Entry, receivingLines, type ReceivingLine } from './lines'
import { pendingOf } from './pending'

type Item = RecordOf<typeof entradaMercadoria>

const MISSING = { pendente: LATER, desconto: DISCOUNT, perda: LOSS } as const
const missing = v.picklist(['pendente', 'desconto', 'perda'], 'Valor inválido.')
type Missing = v.InferOutput<typeof missing>

/**
 * The items become what was read (E2-093): what is missing comes later in an entry of its own, is a discount of the supplier's, or is lost, and then what came bears its
 * cost. Again, until the receiving ends: each time from what the invoice said.
 */
export const atualizaQuantidadesEntrada = action(entrada, 'atualizaQuantidadesEntrada', {
  on: 'record',
  right: 'edit',
  writes: 'entrada_mercadorias',
  summary: 'Atualiza os itens para o que foi recebido; o que falta vem depois, é desconto ou perda.',
  input: v.object({
    /** Of items that `itens` does not name, and that miss more than is tolerated. */
    falta: v.optional(missing, 'pendente'),
    itens: v.optional(v.pipe(v.array(v.object({ id: identifier, falta: missing })), v.maxLength(2_000)), []),
  }),
  answer: v.object({ entrada_pendente_id: v.nullable(v.number()), itens: v.number() }),
  run: async ({ ctx, record, input }) => {
    const lines = await receivingLines(ctx, record.id)
    const named = new Map(input.itens.map(({ id, falta }) => [id, falta]))
    if ([...named.keys()].some((id) => !lines.some((line) => line.id === id)))
      throw invalid({ itens: ['Selecione um item desta entrada.'] })
    await dropPending(ctx, record)
    const items = new Map(
      (await loadWhere(ctx, entradaMercadoria, 'entrada_id', [record.id], { lock: true })).map((item) => [
        item.id,
        item,
      ]),
    )
    const changes = changesOf(
      ctx,
      lines,
      items,
      (line) => named.get(line.id) ?? (isTolerated(line) ? 'tolerada' : input.falta),
    )
    const before = await discountOf(ctx, record.id)
    await write(ctx, record, items, changes)
    await discountDues(ctx, record.id, before)
    const rest = changes.flatMap(({ pending }) => (pending === undefined ? [] : [pending]))
    const pending = rest.length === 0 ? null : await makePending(ctx, record, rest)
    return { entrada_pendente_id: pending, itens: changes.length }
  },
})

/**
 * What came within its tolerance is what the items say, at the cost of all that was invoiced; what came as it was invoiced is what the invoice says again. What somebody decided of before is
 * theirs to decide again. Answers whether anything changed.
 */
export async function acceptTolerated(ctx: Ctx, entry: Entry, lines: readonly ReceivingLine[]): Promise<boolean> {
  const some = lines.filter(
    (line) =>
      line.falta === NOTHING_MISSING &&
      (isTolerated(line) || differenceOf(line).isZero()) &&
      differenceOf({ ...line, qNota: line.qTrib }).sign() !== 0,
  )
  if (some.length === 0) return false
  const stored = await loadWhere(
    ctx,
    entradaMercadoria,
    'id',
    some.map(({ id }) => id),
    { lock: true },
  )
  const items = new Map(stored.map((item) => [item.id, item]))
  await write(
    ctx,
    entry,
    items,
    changesOf(ctx, some, items, () => 'tolerada'),
  )
  return true
}

const changesOf = (
  ctx: Ctx,
  lines: readonly ReceivingLine[],
  items: ReadonlyMap<number, Item>,
  faltaOf: (line: ReceivingLine) => Receiving['falta'],
): Change[] =>
  lines.flatMap((line) => {
    const item = items.get(line.id)
    return item ? changeOf(ctx, { line, item, falta: faltaOf(line) }) : []
  })

interface Receiving {
  readonly line: ReceivingLine
  readonly item: Item
  /** `tolerada`: nothing is missing, what came is what was invoiced. */
  readonly falta: Missing | 'tolerada'
}

interface Change {
  readonly values: Row & { readonly id: number }
  /** What comes later. */
  readonly pending?: Row
}

/** An item as its invoice told it: as it stands, or as it was kept when it was changed. */
function invoiced(item: Item): Row {
  const kept = item.nota
  if (kept !== null) return { ...kept }
  const { qCom, uCom, fatorConversao, vUnCom, qTrib, vUnTrib, vTotalBruto, vTotal, vCustoUn } = item
  return {
    qCom,
    uCom,
    fatorConversao,
    vUnCom,
    qTrib,
    vUnTrib,
    vTotalBruto,
    vTotal,
    vCustoUn,
    ...Object.fromEntries(COSTS.map((name) => [name, item[name]])),
  }
}

const costsOf = (nota: Row): Costs => {
  const cost = (name: string): string => String(nota[name] ?? 0)
  return {
    vProd: cost('vProd'),
    vFrete: cost('vFrete'),
    vSeg: cost('vSeg'),
    vOutro: cost('vOutro'),
    vIPI: cost('vIPI'),
    vICMSST: cost('vICMSST'),
    vDesc: cost('vDesc'),
  }
}

/** What becomes of an item; nothing where it stands as it came. Throws 400, 403. */
function changeOf(ctx: Ctx, { line, item, falta }: Receiving): Change[] {
  const nota = invoiced(item)
  const sign = differenceOf(line).sign()
  if (sign === 0)
    return item.nota === null
      ? []
      : [{ values: { ...nota, id: item.id, nota: null, qComNota: null, vTotalNota: null, falta: NOTHING_MISSING } }]
  if (sign > 0 && !isTolerated(line) && !can(ctx.actor, 'manage', 'entrada'))
    throw forbidden(
      `Quantidade recebida superior à da nota: ${line.xProd}. Só quem gerencia entradas aceita mais do que a nota diz.`,
    )
  if (sign < 0 && falta === 'perda' && decimal(line.qRecebida).sign() <= 0)
    throw badRequest(`Nada de ${line.xProd} chegou para levar o custo: escolha pendente ou desconto.`, 'nothing_came')
  const costs = costsOf(nota)
  const all = sign > 0 || falta === 'perda' || falta === 'tolerada'
  const shares = all ? costs : sharesOf(costs, { part: line.qRecebida, whole: line.qNota })
  const came = told(line, line.qRecebida, shares)
  const values = {
    ...came,
    id: item.id,
    nota,
    qComNota: nota.qCom,
    vTotalNota: nota.vTotal,
    falta: sign > 0 || falta === 'tolerada' ? NOTHING_MISSING : MISSING[falta],
  }
  if (sign > 0 || falta !== 'pendente') return [{ values }]
  const { mercadoria_id, armazenamento_id, unidade_auxiliar_id, nItem, cProd, xProd, pIPI } = item
  const left = decimal(line.qNota).minus(line.qRecebida).toFixed(4)
  return [
    {
      values,
      pending: {
        mercadoria_id,
        armazenamento_id,
        unidade_auxiliar_id,
        nItem,
        cProd,
        xProd,
        pIPI,
        ...told(line, left, restOf(costs, sharesOf(costs, { part: line.qRecebida, whole: line.qNota }))),
      },
    },
  ]
}

/** An item in our own units, with these costs. */
function told({ un, decimals }: ReceivingLine, quantity: string, costs: Costs): Row {
  const amounts = Object.fromEntries(COSTS.map((name) => [name, decimal(costs[name]).toFixed(2)]))
  const price = decimal(quantity).sign() > 0 ? decimal(costs.vProd).div(quantity).toFixed(10) : '0'
  const cost = entryItem({ ...costs, qCom: quantity, vUnCom: price, decimals })
  return {
    ...amounts,
    qCom: quantity,
    uCom: un,
    fatorConversao: '1',
    vUnCom: price,
    qTrib: quantity,
    vTotalBruto: cost.vProd.toFixed(2),
    vUnTrib: cost.vUnTrib.toFixed(10),
    vTotal: cost.vTotal.toFixed(2),
    vCustoUn: cost.vCustoUn.toFixed(10),
  }
}

async function write(
  ctx: Ctx,
  entry: Entry,
  items: ReadonlyMap<number, Item>,
  changes: readonly Change[],
): Promise<void> {
  const acao = 'atualizaQuantidadesEntrada'
  const changed = changes.flatMap(({ values: { id } }) => items.get(id) ?? [])
  const ours = new Map(changes.map(({ values: { id, qTrib } }) => [id, String(qTrib)]))
  const auxiliary = await auxiliaryOf(ctx, changed, ours)
  const edits = changes.map(({ values }) => ({ ...values, qAuxiliar: auxiliary.get(values.id) ?? null }))
  await updateMany(ctx, entradaMercadoria, [...items.values()], edits, acao)
  await sumUp(ctx, entrada.name, entry.id)
  await audit(ctx, [{ resource: entrada, record: await load(ctx, entrada, entry.id), before: entry, acao }])
  await announce(ctx, entrada, entry.id)
}

/** What comes later, as an open entry of the same invoice: it owes nothing more. */
async function makePending(ctx: Ctx, entry: Entry, lines: readonly Row[]): Promise<number> {
  const {
    empresa_id,
    fornecedor_id,
    cliente_id,
    empresa_origem_id,
    xOrigem,
    tipo_entrada_saida_id,
    armazenamento_id,
    nNF,
    serie,
    chNFe,
    dEmissao,
  } = entry
  const { id } = await createRecord(ctx, entrada, {
    values: {
      empresa_id,
      fornecedor_id,
      cliente_id,
      empresa_origem_id,
      xOrigem,
      tipo_entrada_saida_id,
      armazenamento_id,
      nNF,
      serie,
      chNFe,
      dEmissao,
      entrada_origem_id: entry.id,
    },
    lines: { entrada_mercadoria: lines },
    acao: 'atualizaQuantidadesEntrada',
  })
  return id
}

/** What was made of an earlier decision goes, unless somebody has begun with it. Throws 409. */
async function dropPending(ctx: Ctx, entry: Entry): Promise<void> {
  for (const { id, begun } of await pendingOf(ctx, entry.id)) {
    if (begun) throw conflict(`O resto desta nota já está sendo recebido na entrada nº ${id}.`)
    const rest = await load(ctx, entrada, id)
    await deleteRows(ctx, entrada, [rest])
    await announce(ctx, entrada, id, rest)
  }
}
