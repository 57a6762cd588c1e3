import * as v from 'valibot'
import { addDays } from '../../core/br/civil-date'
import { decimal, HUNDRED } from '../../core/money/decimal'
import { DISCOUNT_DECIMALS, applyDiscount } from '../../core/pricing/discount'
import { DISCOUNT_AMOUNTS, MONEY, PERCENT } from '../../core/pricing/line'
import { copyable, duplicates } from '../documents/copy'
import { sumUp } from '../documents/totals'
import { type Action, action } from '../platform/action'
import { made, rows } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { badRequest } from '../platform/errors'
import { guardVerb } from '../platform/engine/guard'
import { audit } from '../platform/engine/audit'
import { createRecord } from '../platform/engine/create'
import { history } from '../platform/engine/history'
import { keep, type Parents, tellParents } from '../platform/engine/parents'
import { load, loadWhere, update, updateRows } from '../platform/engine/write'
import { decimalInput, idList, nothing } from '../platform/inputs'
import { type RecordOf, resourceNamed, type Row } from '../platform/resource'
import { listsOf, partsOf } from './copy'
import { DOCUMENTS } from './documents'
import type { DocumentKind } from './hooks'

/** The verbs that quotes and sales have in common (document 2, section 7). */
export function shareActions(kind: DocumentKind): readonly Action[] {
  return [duplicate(kind), group(kind), discountItems(kind), historyOf(kind)]
}

function historyOf(kind: DocumentKind): Action {
  return action(DOCUMENTS[kind].head, 'getHistorico', {
    on: 'record',
    right: 'read',
    reads: true,
    summary: 'Histórico de alterações, o mais novo primeiro.',
    input: nothing,
    answer: rows,
    run: async ({ ctx, record }) => history(ctx, DOCUMENTS[kind].head, record.id),
  })
}

function duplicate(kind: DocumentKind): Action {
  const { head, lines, instalments } = DOCUMENTS[kind]
  return duplicates(head, {
    summary: 'Cria uma cópia aberta, com vencimentos contados a partir de hoje.',
    lists: [lines, instalments],
    head: () => ({ dhEntrega: null, ...(kind === 'orcamento' ? { dValidade: null } : {}) }),
    rows: {
      [instalments.name]: (ctx, { prazo }) =>
        typeof prazo === 'number' ? { dVencimento: addDays(ctx.clock.today(), prazo) } : {},
    },
  })
}

const groupInput = v.object({ keys: idList })

function group(kind: DocumentKind): Action {
  const { head } = DOCUMENTS[kind]
  return action(head, 'agrupa', {
    on: 'collection',
    right: 'create',
    summary: 'Junta documentos abertos do mesmo cliente em um novo; os originais são cancelados.',
    input: groupInput,
    answer: made(kind),
    run: async ({ ctx, input }) => {
      const ids = [...new Set(input.keys)]
      const documents: Row[] = await loadWhere(ctx, resourceNamed(kind), 'id', ids, { lock: true })
      await assertGroupable(ctx, kind, ids, documents)
      const parts = await partsOf(ctx, kind, ids)
      const [first] = documents
      const grouped = await createRecord(ctx, head, {
        values: { ...copyable(head, first ?? {}), vFrete: freightOf(documents) },
        lines: listsOf(kind, { lines: parts.lines, instalments: [] }),
        acao: 'agrupa',
      })
      const cancelled = {
        dhCancelamento: ctx.clock.now(),
        xMotivoCancelamento: `Agrupado no documento nº ${Number(grouped.id)}`,
      }
      for (const one of documents)
        await update(
          ctx,
          resourceNamed(kind),
          await load(ctx, resourceNamed(kind), Number(one.id)),
          cancelled,
          'agrupa',
        )
      return { [kind]: { id: grouped.id } }
    },
  })
}

const freightOf = (documents: readonly Row[]): string =>
  documents.reduce((sum, one) => sum.plus(decimal(String(one.vFrete ?? '0'))), decimal('0')).toFixed(2)

/** More than one document, the same customer and company, none closed, cancelled or invoiced (document 2, section 5). */
async function assertGroupable(
  ctx: Ctx,
  kind: DocumentKind,
  ids: readonly number[],
  documents: readonly Row[],
): Promise<void> {
  if (documents.length !== ids.length || ids.length < 2)
    throw badRequest('Selecione mais de um registro para agrupar.', 'group')
  if (new Set(documents.map((one) => `${Number(one.cliente_id)}/${Number(one.empresa_id)}`)).size > 1)
    throw badRequest('Só é possível agrupar registros do mesmo cliente.', 'group')
  for (const one of documents) await guardVerb(ctx, resourceNamed(kind), one, 'agrupa')
}

const discountInput = v.object({
  vDesc: decimalInput,
  tp_desconto: v.optional(v.union([v.number(), v.string()]), 0),
  id_list: v.optional(idList, []),
})

function discountItems(kind: DocumentKind): Action {
  const { head, lines, link } = DOCUMENTS[kind]
  return action(head, 'aplicaDescontoItens', {
    on: 'record',
    right: 'edit',
    summary: 'Aplica o mesmo desconto aos itens escolhidos: percentual, ou valor repartido entre eles.',
    input: discountInput,
    answer: v.object({ message: v.string(), vDesconto: v.number(), removed: v.boolean() }),
    writes: `${kind}_mercadorias`,
    run: async ({ ctx, record, input }) => {
      const kept: Parents = new Map()
      keep(head, record, kept)
      const stored: Row[] = await loadWhere(ctx, lines, link, [record.id], { lock: true })
      const applied = applyDiscount(
        stored.map(priced),
        input.id_list,
        Number(input.tp_desconto) === MONEY ? MONEY : PERCENT,
        input.vDesc,
      )
      const discounts = new Map(
        applied.lines.map(({ id, vDesc, vDescValor }) => [
          Number(id),
          { vDesc: vDesc.toFixed(DISCOUNT_DECIMALS), vDescValor: vDescValor?.toFixed(2) ?? null },
        ]),
      )
      const chosen = stored.filter((row) => discounts.has(Number(row.id)))
      const drafts = chosen.map((row) => ({
        before: row,
        values: { ...discounts.get(Number(row.id)), tp_desconto: applied.tp_desconto },
      }))
      await lines.hooks?.prepare?.(ctx, drafts, record)
      const changed = await updateRows(
        ctx,
        resourceNamed(lines.name),
        drafts.map((draft) => ({ ...draft.values, id: Number(draft.before.id) })),
      )
      await audit(
        ctx,
        changed.map((row) => ({
          resource: lines,
          record: row,
          before: chosen.find((one) => one.id === row.id),
          acao: 'aplicaDescontoItens',
        })),
      )
      await sumUp(ctx, kind, record.id)
      await tellParents(ctx, kept)
      return { message: applied.message, vDesconto: Number(applied.vDesconto.toFixed(2)), removed: applied.removed }
    },
  })
}

/** A stored line as the pricing core takes it. */
function priced(row: Row) {
  const text = (name: string) => String(row[name] ?? '0')
  return {
    id: Number(row.id),
    vUnTrib: text('vUnTrib'),
    qTrib: text('qTrib'),
    vDesc: text('vDesc'),
    vDesc2: text('vDesc2'),
    vDesc3: text('vDesc3'),
    vDesc4: text('vDesc4'),
    ...Object.fromEntries(
      Object.values(DISCOUNT_AMOUNTS).map((name) => [name, row[name] === null ? null : text(name)]),
    ),
    pIPI: decimal(text('pIPI')).div(HUNDRED),
    decimal_preco: Number(row.decimal_preco ?? 2),
  }
}

/** A record of a sale or quote, as its verbs get it. */
export type VendaRecord = RecordOf<(typeof DOCUMENTS)['venda']['head']>
export type OrcamentoRecord = RecordOf<(typeof DOCUMENTS)['orcamento']['head']>
